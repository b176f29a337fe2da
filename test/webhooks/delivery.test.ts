// Messages that a receiver does not accept at the first attempt.
import { createServer } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { insertDeliveries } from '../../src/resources/webhooks/repository.ts';
import { runCycle } from '../../src/webhooks/cycle.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { silence, startWebhookReceiver, withStatus } from '../support/servers/webhook-receiver.ts';
import { allowed, startWebhookApp, type WebhookApp, waitOptions } from '../support/webhooks.ts';

let app: WebhookApp;
beforeEach(async () => {
  app = await startWebhookApp();
});

const created = { types: ['event.created'] };

describe('retries', () => {
  test('A refused message is attempted ten times over more than 75 hours, then marked as failed', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(500));
    app.send();
    await app.addEvent();
    const waits: number[] = [];
    for (let attempt = 1; attempt < 10; attempt++) {
      await vi.waitUntil(() => app.receiver.messages.length === attempt, waitOptions);
      await app.attempted(id, attempt);
      const [delivery] = await app.deliveries(id);
      expect(delivery).toMatchObject({ status: 'pending', response: 'status 500' });
      const seconds = Date.parse(`${delivery?.next_attempt_utc?.replace(' ', 'T')}Z`) / 1000 - app.clock.now();
      waits.push(seconds);
      app.clock.advance(seconds);
    }
    await vi.waitUntil(() => app.receiver.messages.length === 10, waitOptions);
    await expect.poll(async () => (await app.deliveries(id))[0]?.status, waitOptions).toBe('failed');
    expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(new Set(app.receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(app.receiver.messages.map(({ text }) => text)).size).toBe(1);
    expect(new Set(app.receiver.messages.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await app.webhook(id)).toMatchObject({ status: 'active', pending: 0, failed: 1 });
  });

  test('A replay sends what waits for its next attempt at once', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(500, { 'retry-after': '3600' }));
    app.send();
    const event = await app.addEvent();
    await app.attempted(id, 1);
    app.receiver.answer(withStatus(204));
    expect(await app.write('POST', `/webhooks/${id}/replay`)).toEqual({ replayed: 1 });
    await app.untilDelivered(id);
    expect(app.receiver.received()).toEqual([event, event].map((each) => `event.created ${each}`));
    expect(await app.write('POST', `/webhooks/${id}/replay`)).toEqual({ replayed: 0 });
  });

  test('Retry-After postpones the next attempt, and jitter adds at most a tenth to a delay', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(503, { 'retry-after': '600' }));
    app.send({ random: () => 1 });
    await app.addEvent();
    await app.attempted(id, 1);
    const nextAfter = async () =>
      Date.parse(`${(await app.deliveries(id))[0]?.next_attempt_utc?.replace(' ', 'T')}Z`) / 1000 - app.clock.now();
    expect(await nextAfter()).toBe(600);
    app.receiver.answer(withStatus(503, { 'retry-after': '60' }));
    app.clock.advance(600);
    await app.attempted(id, 2);
    expect(await nextAfter()).toBe(330);
  });

  test('A redirect is not followed, and counts as a failure', async () => {
    const other = await startWebhookReceiver();
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(307, { location: other.url }));
    app.send({ allow: [allowed(app.receiver.host), allowed(other.host)] });
    await app.addEvent();
    await app.attempted(id, 1);
    expect(await app.deliveries(id)).toMatchObject([{ status: 'pending', response_status: 307 }]);
    expect(other.messages).toEqual([]);
  });

  test('Only the beginning of a long response is stored, and the part of a broken one that arrived', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer((response) => void response.writeHead(500).end(`\0${'x'.repeat(100_000)}`));
    app.send();
    await app.addEvent();
    await app.attempted(id, 1);
    expect((await app.deliveries(id))[0]?.response).toBe('x'.repeat(1023));
  });
});

describe('order', () => {
  test('A message waits for an earlier one about the same record, not for those about others', async () => {
    const { id } = await app.subscribe({ types: ['event.created', 'event.updated'] });
    let stuck = 0;
    app.receiver.answer((response, { data }) => void response.writeHead(data.id === stuck ? 500 : 200).end());
    stuck = await app.addEvent();
    app.send();
    await app.attempted(id, 1);
    await app.write('PATCH', `/events/${stuck}`, { title: 'Ball' });
    const other = await app.addEvent();
    await app.expectReceived([`event.created ${stuck}`, `event.created ${other}`]);
    stuck = 0;
    app.clock.advance(5);
    const [first, second, third, fourth] = await vi.waitUntil(
      () => app.receiver.messages.length >= 4 && app.receiver.received(),
      waitOptions,
    );
    expect([first, second, third]).toEqual([
      app.receiver.received()[0],
      `event.created ${other}`,
      app.receiver.received()[0],
    ]);
    expect(fourth).toBe(String(first).replace('created', 'updated'));
  });

  test('A test message does not wait for an earlier one that failed', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(404));
    app.send();
    await app.write('POST', `/webhooks/${id}/ping`);
    await app.attempted(id, 1);
    app.receiver.answer(withStatus(204));
    await app.write('POST', `/webhooks/${id}/ping`);
    await expect.poll(async () => (await app.deliveries(id))[0]?.status, waitOptions).toBe('delivered');
  });

  test('A receiver that never responds does not delay others', async () => {
    const slow = await startWebhookReceiver();
    slow.answer(silence);
    await app.subscribe({ ...created, url: slow.url.replace('127.0.0.1', 'slow.example') });
    const { id } = await app.subscribe(created);
    app.send({
      allow: [allowed(app.receiver.host), allowed(slow.host.replace('127.0.0.1', 'slow.example'))],
      resolve: async () => ['127.0.0.1'],
      timeoutMs: 60_000,
    });
    const ids: number[] = [];
    for (let count = 0; count < 20; count++) ids.push(await app.addEvent());
    await vi.waitUntil(() => app.receiver.messages.length === 20, waitOptions);
    expect(app.receiver.received().sort()).toEqual(ids.map((event) => `event.created ${event}`).sort());
    expect(slow.messages).toHaveLength(8);
    await expect.poll(async () => (await app.webhook(id)).pending, waitOptions).toBe(0);
  });
});

describe('deactivation', () => {
  test('A 410 response deactivates a webhook, and nothing is lost once it is activated again', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(withStatus(410));
    app.send();
    const first = await app.addEvent();
    await expect.poll(async () => (await app.webhook(id)).status, waitOptions).toBe('gone');
    expect(await app.webhook(id)).toMatchObject({ failed: 1, pending: 0 });
    app.receiver.answer(withStatus(200));
    const second = await app.addEvent();
    await app.write('PATCH', `/webhooks/${id}`, { status: 'active' });
    await app.expectReceived([`event.created ${first}`, `event.created ${second}`]);
    await app.write('POST', `/webhooks/${id}/replay`);
    await app.expectReceived([`event.created ${first}`, `event.created ${second}`, `event.created ${first}`]);
    expect(app.receiver.messages[2]?.headers['webhook-id']).toBe(app.receiver.messages[0]?.headers['webhook-id']);
  });

  test('A 410 response of the previous URL does not deactivate a webhook, and its message goes to the new one', async () => {
    const { id } = await app.subscribe(created);
    const moved = await startWebhookReceiver();
    const waiting: (() => void)[] = [];
    app.receiver.answer((response, message) => waiting.push(() => withStatus(410)(response, message)));
    app.send({ allow: [allowed(app.receiver.host), allowed(moved.host)] });
    const event = await app.addEvent();
    await vi.waitUntil(() => waiting.length === 1, waitOptions);
    await app.store.write((db) => db.updateTable('webhooks').set({ url: moved.url }).execute());
    waiting[0]?.();
    await app.attempted(id, 1);
    app.clock.advance(6);
    await vi.waitUntil(() => moved.messages.length === 1, waitOptions);
    expect(moved.received()).toEqual([`event.created ${event}`]);
    expect(await app.webhook(id)).toMatchObject({ status: 'active', failed: 0 });
  });

  test('A 410 response to a webhook that was removed meanwhile leaves no trace', async () => {
    const { id } = await app.subscribe(created);
    const waiting: (() => void)[] = [];
    app.receiver.answer((response, message) => waiting.push(() => withStatus(410)(response, message)));
    const sender = app.send();
    await app.addEvent();
    await vi.waitUntil(() => waiting.length === 1, waitOptions);
    await app.write('DELETE', `/webhooks/${id}`);
    waiting[0]?.();
    await sender.stop();
    const { body } = await app.request<{ entries: { action: string }[] }>({ as: 'admin', path: '/audit?kind=webhook' });
    expect(body.entries.map(({ action }) => action)).toEqual(['deleted', 'created']);
  });

  test('Several 410 responses at once are one change of the webhook', async () => {
    await app.subscribe(created);
    const waiting: (() => void)[] = [];
    app.receiver.answer((response, message) => waiting.push(() => withStatus(410)(response, message)));
    const sender = app.send();
    for (let count = 0; count < 3; count++) await app.addEvent();
    await vi.waitUntil(() => waiting.length === 3, waitOptions);
    for (const respond of waiting) respond();
    await vi.waitUntil(async () => (await app.webhook(1)).failed === 3, waitOptions);
    await sender.stop();
    const { body } = await app.request<{ entries: { action: string }[] }>({ as: 'admin', path: '/audit?kind=webhook' });
    expect(body.entries.map(({ action }) => action)).toEqual(['updated', 'created']);
  });

  test('A paused webhook sends nothing until it is active again, and then everything it missed', async () => {
    const { id } = await app.subscribe({ ...created, status: 'paused' });
    const other = await startWebhookReceiver();
    await app.subscribe({ ...created, url: other.url.replace('127.0.0.1', 'other.example') });
    app.send({
      allow: [allowed(app.receiver.host), allowed(other.host.replace('127.0.0.1', 'other.example'))],
      resolve: async () => ['127.0.0.1'],
    });
    const event = await app.addEvent();
    await vi.waitUntil(() => other.messages.length === 1, waitOptions);
    expect(app.receiver.messages).toEqual([]);
    await app.write('PATCH', `/webhooks/${id}`, { status: 'active' });
    await app.expectReceived([`event.created ${event}`]);
  });

  test('About 1,000 messages are queued for a receiver that is down, and none is lost', async () => {
    const { id } = await app.subscribe(created);
    await app.store.write(async (db) => {
      const row = { kind: 'event', at: app.clock.now(), status: 'publish', author_id: 1, published_at: 0 } as const;
      const open = { former_author_id: null, open_at: app.clock.now(), external_id: null };
      for (let from = 1; from <= 1100; from += 100) {
        const rows = Array.from({ length: 100 }, (_, at) => ({ ...row, ...open, record_id: from + at }));
        await db.insertInto('changes').values(rows).execute();
      }
    });
    app.receiver.answer(silence);
    const sender = app.send();
    await vi.waitUntil(async () => (await app.webhook(id)).pending >= 1000, waitOptions);
    await sender.stop();
    expect((await app.webhook(id)).pending).toBe(1000);
    await app.store.write((db) => db.updateTable('webhook_deliveries').set({ status: 'delivered' }).execute());
    app.receiver.clear();
    app.receiver.answer(withStatus(200));
    app.send();
    await vi.waitUntil(() => new Set(app.receiver.received()).size >= 100, waitOptions);
    await expect.poll(() => app.webhook(id), waitOptions).toMatchObject({ pending: 0, failed: 0 });
    const delivered = await app.store.reader.selectFrom('webhook_deliveries').select('record_id').execute();
    expect(new Set(delivered.map(({ record_id }) => record_id)).size).toBe(1100);
  });
});

describe('secrets', () => {
  test('After a rotation messages are signed with both secrets for a day, then with the new one', async () => {
    app.clock.set(new Date().toISOString());
    const { id, secret: former } = await app.subscribe(created);
    const { secret } = await app.write<{ secret: string }>('POST', `/webhooks/${id}/secret`);
    app.send();
    await app.addEvent();
    await vi.waitUntil(() => app.receiver.messages.length === 1, waitOptions);
    for (const each of [former, secret]) app.receiver.verify(app.receiver.messages[0] as never, each);
    await app.untilDelivered(id);
    app.clock.advance(86_400);
    await app.addEvent();
    await vi.waitUntil(() => app.receiver.messages.length === 2, waitOptions);
    expect(app.receiver.messages[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });
});

describe('addresses', () => {
  test('A host name that later resolves to a private address is refused when a message is sent', async () => {
    const sent: string[] = [];
    const inside = createServer((request, response) => {
      sent.push(String(request.url));
      response.end();
    });
    await listenLocally(inside);
    const { id } = await app.subscribe({ ...created, url: 'http://rebinding.example/hook' });
    app.send({ resolve: async () => ['93.184.215.14', '127.0.0.1'] });
    await app.addEvent();
    await expect
      .poll(async () => (await app.deliveries(id))[0], waitOptions)
      .toMatchObject({ status: 'pending', response_status: null, response: 'refused: 127.0.0.1, port 80' });
    expect(sent).toEqual([]);
  });

  test('The connection goes to the address that was checked, whatever the name resolves to afterwards', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const host = app.receiver.host.replace('127.0.0.1', 'rebinding.example');
    const { id } = await app.subscribe({ ...created, url: `http://${host}/hook` });
    app.send({ allow: [allowed(host)], resolve: async () => answers.shift() ?? [] });
    const event = await app.addEvent();
    await app.expectReceived([`event.created ${event}`]);
    expect(app.receiver.messages[0]?.headers.host).toBe(host);
    await expect.poll(async () => (await app.webhook(id)).pending, waitOptions).toBe(0);
    expect(answers).toHaveLength(1);
  });
});

describe('the delivery log', () => {
  const rows = async () => (await app.store.reader.selectFrom('webhook_deliveries').select('id').execute()).length;
  const addDelivered = (webhook: number, count: number) =>
    app.store.write(async (db) => {
      const delivery = { webhook_id: webhook, kind: 'event' as const, record_id: 1, type: 'event.updated', body: '{}' };
      const many = Array.from({ length: count }, (_, index) => ({ ...delivery, message_id: `msg_${index}` }));
      await insertDeliveries(db, many, app.clock.now());
      await db.updateTable('webhook_deliveries').set({ status: 'delivered' }).execute();
    });

  test('Thousands of old deliveries are deleted without waiting an hour for each thousand', async () => {
    const { id } = await app.subscribe(created);
    await addDelivered(id, 3500);
    app.clock.advance(8 * 86_400);
    app.send();
    await app.addEvent();
    await expect.poll(rows, waitOptions).toBe(1);
  });

  test('Old deliveries are also deleted while no webhook is active', async () => {
    const { id } = await app.subscribe({ ...created, status: 'paused' });
    await addDelivered(id, 10);
    app.clock.advance(8 * 86_400);
    app.send();
    await expect.poll(rows, waitOptions).toBe(0);
  });

  test('Old deliveries are deleted after the clock was set back', async () => {
    const { id } = await app.subscribe(created);
    app.clock.advance(3650 * 86_400);
    app.send();
    const early = await app.addEvent();
    await app.expectReceived([`event.created ${early}`]);
    await app.untilDelivered(id);
    app.clock.advance(-3650 * 86_400);
    await addDelivered(id, 10);
    app.clock.advance(8 * 86_400);
    const late = await app.addEvent();
    await app.expectReceived([`event.created ${early}`, `event.created ${late}`]);
    await expect.poll(rows, waitOptions).toBeLessThan(3);
  });
});

describe('several processes', () => {
  test('Two senders over one calendar send each message once', async () => {
    const { id } = await app.subscribe(created);
    const other = await app.openAgain();
    onTestFinished(() => other.close());
    app.send();
    app.send({ store: other });
    const events: number[] = [];
    for (let count = 0; count < 30; count++) events.push(await app.addEvent());
    await vi.waitUntil(
      async () => (await app.deliveries(id)).filter(({ status }) => status === 'delivered').length === 30,
      {
        timeout: 15_000,
      },
    );
    expect(app.receiver.received().sort()).toEqual(events.map((event) => `event.created ${event}`).sort());
  });

  test('A message whose sender shut down before the response is resent at once', async () => {
    const { id } = await app.subscribe(created);
    app.receiver.answer(silence);
    const sender = app.send();
    const event = await app.addEvent();
    await app.expectReceived([`event.created ${event}`]);
    await sender.stop();
    expect(await app.deliveries(id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
    app.receiver.answer(withStatus(200));
    app.send();
    await app.expectReceived([`event.created ${event}`, `event.created ${event}`]);
  });

  test('A message whose sender crashed is resent when its claim expires, and not before', async () => {
    const { id } = await app.subscribe(created);
    const lost = await app.addEvent();
    const turn = { now: app.clock.now(), finished: [], freeSlots: () => 8, claimSeconds: 30, root: '' };
    const { claimed } = await runCycle(app.store, turn);
    expect(claimed).toHaveLength(1);
    app.send();
    app.clock.advance(29);
    const other = await app.addEvent();
    await app.expectReceived([`event.created ${other}`]);
    await expect.poll(async () => (await app.webhook(id)).pending, waitOptions).toBe(1);
    app.clock.advance(1);
    await app.expectReceived([`event.created ${other}`, `event.created ${lost}`]);
    await expect.poll(async () => (await app.webhook(id)).pending, waitOptions).toBe(0);
    expect((await app.deliveries(id)).map(({ attempts }) => attempts)).toEqual([1, 2]);
    // The process that seemed to have crashed returns with an outdated result.
    const [late] = claimed;
    const result = { status: 500, text: 'late', retryAfter: undefined };
    if (late)
      await runCycle(app.store, { ...turn, finished: [{ ...late, result, endMs: app.clock.now() * 1000, jitter: 0 }] });
    expect(await app.webhook(id)).toMatchObject({ pending: 0, failed: 0 });
  });
});
