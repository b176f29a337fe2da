import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/run-cli.ts';
import { startService } from '../../support/running-service.ts';

test('Workers count requests together, including those answered from the response cache', {
  timeout: 90_000,
}, async () => {
  const options = ['--workers', '2', '--request-limit', '80', '--log-level', 'warn'];
  const { origin } = await startService(options, { folder: temporaryFolder() });
  const ask = async () => {
    // Time for processes to notify each other.
    await pause(5);
    const reply = await fetch(`${origin}/wp-json/calendar/events/v1/events`, { headers: { connection: 'close' } });
    await reply.arrayBuffer();
    return reply.status;
  };
  // The next minute would start another count.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await pause(leftMs);
  const statuses: number[] = [];
  for (let n = 0; n < 160; n++) statuses.push(await ask());
  const answered = statuses.filter((status) => status === 200).length;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(answered).toBeLessThanOrEqual(80 + 2 * 10);
});
