// Messages of real processes, one of which is killed while sending.
import { expect, test, vi } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { silence, startWebhookReceiver, withStatus } from '../support/servers/webhook-receiver.ts';

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

async function write({ origin }: RunningService, authorization: string, path: string, json: object): Promise<number> {
  const reply = await fetch(`${origin}/calendar/events/v1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  expect(reply.status).toBeLessThan(300);
  return ((await reply.json()) as { id: number }).id;
}

test('If a process is killed while sending, no message is lost, and the next process keeps the order', async () => {
  const folder = temporaryFolder();
  const receiver = await startWebhookReceiver();
  const added = await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  const authorization = `Basic ${btoa(added.out.trim())}`;
  const allow = ['--webhook-allow', receiver.host];
  const types = ['--types', 'event.created,event.updated,event.deleted'];
  const webhook = await runInProcess(['webhook', 'add', receiver.url, ...types, ...allow], { folder });
  const secret = webhook.out.trim();
  const log = async () =>
    JSON.parse((await runInProcess(['webhook', 'log', '1', '--json'], { folder })).out) as { status: string }[];

  const first = await startService(allow, { folder });
  receiver.answer(silence);
  const events: number[] = [];
  for (let count = 0; count < 12; count++)
    events.push(await write(first, authorization, '/events', { title: 'A', ...dates }));
  for (const id of events) await write(first, authorization, `/events/${id}`, { title: 'B' });
  await vi.waitUntil(() => receiver.messages.length >= 8, { timeout: 10_000 });
  await first.stop('SIGKILL');
  receiver.answer(withStatus(204));
  const second = await startService(allow, { folder });
  for (const id of events) await write(second, authorization, `/events/${id}?_method=DELETE&force=true`, {});
  await vi.waitUntil(async () => (await log()).every(({ status }) => status === 'delivered'), {
    timeout: 60_000,
    interval: 500,
  });

  expect(await log()).toHaveLength(36);
  const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
  const once = receiver.messages.filter((_, at) => ids.indexOf(ids[at]) === at);
  expect(once).toHaveLength(36);
  for (const id of events)
    expect(once.filter(({ data }) => data.id === id).map(({ type }) => type)).toEqual([
      'event.created',
      'event.updated',
      'event.deleted',
    ]);
  for (const message of receiver.messages.slice(-20)) receiver.verify(message, secret);
}, 120_000);

test('Only one of several workers sends messages, and each message arrives once', async () => {
  const folder = temporaryFolder();
  const receiver = await startWebhookReceiver();
  const added = await runInProcess(['user', 'add', 'ann', '--role', 'administrator'], { folder });
  const authorization = `Basic ${btoa(added.out.trim())}`;
  const allow = ['--webhook-allow', receiver.host];
  await runInProcess(['webhook', 'add', receiver.url, '--types', 'event.created', ...allow], { folder });
  const service = await startService([...allow, '--workers', '2'], { folder });
  const events: number[] = [];
  for (let count = 0; count < 20; count++)
    events.push(await write(service, authorization, '/events', { title: 'A', ...dates }));
  await vi.waitUntil(() => receiver.messages.length >= 20, { timeout: 20_000 });
  expect(await service.stop()).toBe(0);
  expect(receiver.received().sort()).toEqual(events.map((id) => `event.created ${id}`).sort());
}, 60_000);
