// When a message that was refused in the middle of a second is sent again.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withStatus } from '../support/servers/webhook-receiver.ts';
import { startWebhookApp, waitOptions } from '../support/webhooks.ts';

test('A message is not sent again before Retry-After has passed since the attempt', async () => {
  const app = await startWebhookApp();
  const { id } = await app.subscribe({ types: ['event.created'] });
  app.receiver.answer(withStatus(503, { 'retry-after': '600' }));
  const nowMs = () => app.clock.now() * 1000 + 900;
  const sleep = (_ms: number, signal: AbortSignal) => setTimeout(5, undefined, { signal }).catch(() => undefined);
  app.send({ clock: { nowMs, sleep } });
  await app.addEvent();
  await expect.poll(() => app.deliveries(id), waitOptions).toMatchObject([{ attempts: 1, response_status: 503 }]);
  const [delivery] = await app.deliveries(id);
  const nextMs = Date.parse(`${delivery?.next_attempt_utc?.replace(' ', 'T')}Z`);
  expect(nextMs - nowMs()).toBe(600_100);
});
