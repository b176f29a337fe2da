// What the log says about a receiver.
import pino from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { formatUtc } from '../../src/core/dates/civil.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { withStatus } from '../support/servers/webhook-receiver.ts';
import { startWebhookApp, type WebhookApp, waitOptions } from '../support/webhooks.ts';

let app: WebhookApp;
let lines: { msg: string; webhook: number; delivery: number; reason?: string }[];
beforeEach(async () => {
  app = await startWebhookApp();
  lines = [];
  app.send({ logger: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) });
});

const messages = () => lines.map(({ msg }) => msg.replace('webhooks: ', ''));

/** Waits until the results of attempts of all messages that were made now are stored. */
const attempted = (id: number, attempts: readonly number[], query?: string) =>
  expect
    .poll(() => app.deliveries(id, query), waitOptions)
    .toMatchObject(attempts.map((each) => ({ attempts: each, attempted_utc: formatUtc(app.clock.now()) })));

test('Of a receiver that refuses messages the first failure and the recovery are logged, not each attempt', async () => {
  const { id } = await app.subscribe({ types: ['event.created'] });
  app.receiver.answer(withStatus(500));
  for (const _ of [1, 2, 3]) await app.addEvent();
  await attempted(id, [1, 1, 1]);
  app.clock.advance(5);
  await attempted(id, [2, 2, 2]);
  expect(messages()).toEqual(['receiver fails']);
  expect(lines[0]).toMatchObject({ webhook: id, delivery: expect.any(Number), reason: 'status 500' });
  app.receiver.answer(withStatus(204));
  app.clock.advance(330);
  await app.untilDelivered(id);
  expect(messages()).toEqual(['receiver fails', 'receiver accepts messages again']);
  app.receiver.answer(withStatus(500));
  await app.addEvent();
  await vi.waitUntil(() => lines.length === 3, waitOptions);
  expect(messages().at(-1)).toBe('receiver fails');
});

test('A receiver that refuses every other message is logged once a minute', async () => {
  const { id } = await app.subscribe({ types: ['event.created'] });
  const failOnce = async () => {
    app.receiver.answer(withStatus(500));
    await app.addEvent();
    await attempted(id, [1], '&status=pending');
    app.receiver.answer(withStatus(204));
    app.clock.advance(6);
    await app.untilDelivered(id);
  };
  for (const _ of [1, 2, 3]) await failOnce();
  expect(messages()).toEqual(['receiver fails', 'receiver accepts messages again']);
  app.clock.advance(60);
  await failOnce();
  expect(messages().slice(2)).toEqual(['receiver fails', 'receiver accepts messages again']);
});

test('The first message that is given up is logged', async () => {
  const { id } = await app.subscribe({ types: ['event.created'] });
  app.receiver.answer(withStatus(500));
  for (const _ of [1, 2]) await app.addEvent();
  for (let attempts = 1; attempts < 10; attempts++) {
    await attempted(id, [attempts, attempts]);
    app.clock.advance(86_400);
  }
  await expect.poll(async () => (await app.webhook(id)).failed, waitOptions).toBe(2);
  expect(messages()).toEqual(['receiver fails', 'message given up']);
});

test('A receiver that wants no more messages is logged once', async () => {
  const { id } = await app.subscribe({ types: ['event.created'] });
  app.receiver.answer(withStatus(410));
  await app.addEvent();
  await expect.poll(async () => (await app.webhook(id)).status, waitOptions).toBe('gone');
  expect(messages()).toEqual(['message given up']);
  expect(lines[0]).toMatchObject({ webhook: id, reason: 'status 410' });
});

test('While the database is unavailable, the sender leaves the log to what is logged once for the whole service', async () => {
  const outage = new StoreUnavailable('The connection to the database is lost.', { retryAfterSeconds: 2 });
  const version = () => {
    throw outage;
  };
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const logThrottled = vi.fn();
  app.send({ store: { ...app.store, version }, logger, logThrottled });
  await vi.waitUntil(() => logThrottled.mock.calls.length > 1, waitOptions);
  expect(logThrottled).toHaveBeenLastCalledWith(outage);
  expect(lines).toEqual([]);
});
