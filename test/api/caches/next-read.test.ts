// Cached and coalesced responses are never older than a write that was acknowledged before the request.
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../support/run-cli.ts';
import { startService } from '../../support/running-service.ts';

const writes = 40;
const json = { title: 'Gala', start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

test('The very next read after a write shows it, while many others read', { timeout: 90_000 }, async () => {
  const folder = temporaryFolder();
  const start = () => startService(['--synchronous', 'off', '--log-level', 'warn'], { folder });
  const one = await start();
  const other = await start();
  const authorization = `Bearer ${(await one.event('first-administrator'))['application_password']}`;
  const api = ({ origin }: typeof one, path: string) => `${origin}/wp-json/calendar/events/v1${path}`;
  const read = async (service: typeof one, path: string) =>
    (await fetch(api(service, path))).json() as Promise<Record<string, unknown>>;
  const write = async (service: typeof one, path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const reply = await fetch(api(service, path), { method: 'POST', headers, body: JSON.stringify(body) });
    expect(reply.status).toBeLessThan(300);
    return (await reply.json()) as Record<string, unknown>;
  };
  const { id } = await write(one, '/events', json);
  const path = `/events/${id}`;
  let isOver = false;
  const busy = [one, other].flatMap((service) =>
    [path, path, '/events.ics'].map(async (url) => {
      while (!isOver) await fetch(api(service, url)).then((reply) => reply.arrayBuffer());
    }),
  );
  // PostgreSQL notifies other processes a moment after the write; on SQLite the version can be read.
  const readers = inject('engine') === 'sqlite' ? [one, other] : [one];
  const stale: string[] = [];
  for (let n = 1; n <= writes; n++) {
    const title = `Gala ${n}`;
    await write(one, path, { title });
    const seen = await Promise.all(readers.map((service) => read(service, path)));
    for (const [index, event] of seen.entries())
      if (event['title'] !== title) stale.push(`${index}: ${event['title']}`);
  }
  isOver = true;
  await Promise.all(busy);
  expect(stale).toEqual([]);
});
