// A calendar with a webhook receiver and a clock that the test controls.
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import type { Background } from '../../src/core/clock.ts';
import { formatUtc } from '../../src/core/dates/civil.ts';
import { type Allowance, parseAllowance } from '../../src/fetch/fetch-allowance.ts';
import type { WebhookTargets } from '../../src/resources/webhooks/types.ts';
import { createPost } from '../../src/webhooks/post.ts';
import { startWebhookSender, type WebhookSenderOptions } from '../../src/webhooks/sender.ts';
import { startWebhookReceiver, type WebhookReceiver } from './servers/webhook-receiver.ts';
import { type Login, startTestApp, type TestApp } from './test-app.ts';

export interface WebhookBody {
  id: number;
  secret: string;
  status: string;
  pending: number;
  failed: number;
}

export interface DeliveryBody {
  id: number;
  message_id: string;
  type: string;
  body: string;
  status: string;
  attempts: number;
  next_attempt_utc: string | null;
  response_status: number | null;
  response: string;
}

export interface WebhookApp extends TestApp {
  receiver: WebhookReceiver;
  /** Starts a sender, as one of several processes would. */
  send(options?: Partial<WebhookSenderOptions & WebhookTargets & { timeoutMs: number }>): Background;
  subscribe(json?: Readonly<Record<string, unknown>>): Promise<WebhookBody>;
  webhook(id: number): Promise<WebhookBody>;
  deliveries(id: number, query?: string): Promise<DeliveryBody[]>;
  write<Body = { id: number }>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    json?: object,
    as?: Login,
  ): Promise<Body>;
  addEvent(json?: object): Promise<number>;
  /** Waits until the receiver has received these messages in this order. */
  expectReceived(expected: readonly string[]): Promise<void>;
  /** Waits until the result of the attempt that was made now is stored, for the newest message. */
  attempted(webhook: number, attempts: number): Promise<void>;
  /** Waits until everything is delivered: if the clock jumps during an attempt, its message counts as lost. */
  untilDelivered(webhook: number): Promise<void>;
}

/** Long enough on a busy machine. */
export const waitOptions = { timeout: 18_000, interval: 10 };
export const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };
export const allowed = (host: string): Allowance => parseAllowance(host) as Allowance;

export async function startWebhookApp(): Promise<WebhookApp> {
  const receiver = await startWebhookReceiver();
  const allow = [allowed(receiver.host)];
  const api = await startTestApp({ settings: { webhookAllow: allow } });
  const clock = {
    nowMs: () => api.clock.now() * 1000,
    sleep: (ms: number, signal: AbortSignal) =>
      setTimeout(Math.min(ms, 5), undefined, { signal }).catch(() => undefined),
  };
  const write: WebhookApp['write'] = async (method, path, json, as = 'admin') => {
    const reply = await api.request({ as, method, path, ...(json ? { json } : {}) });
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply.body as never;
  };
  const deliveries: WebhookApp['deliveries'] = async (id, query = '') => {
    const path = `/webhooks/${id}/deliveries?per_page=100${query}`;
    return (await api.request<{ deliveries: DeliveryBody[] }>({ as: 'admin', path })).body.deliveries;
  };
  return {
    ...api,
    receiver,
    send({ resolve = async () => [], timeoutMs = 20_000, ...options } = {}) {
      const post = createPost({ allow: options.allow ?? allow, resolve }, timeoutMs);
      const usual = { store: api.store, clock, post, random: () => 0, root: '/calendar/events/v1', claimSeconds: 30 };
      const log = { logger: pino({ level: 'silent' }), logThrottled: () => undefined };
      const sender = startWebhookSender({ ...usual, ...log, ...options });
      onTestFinished(() => sender.stop());
      return sender;
    },
    subscribe: (json) => write('POST', '/webhooks', { url: receiver.url, ...json }),
    webhook: async (id) => (await api.request<WebhookBody>({ as: 'admin', path: `/webhooks/${id}` })).body,
    deliveries,
    write,
    addEvent: async (json) => (await write('POST', '/events', { title: 'Gala', ...dates, ...json }, 'ed')).id,
    async expectReceived(expected) {
      await vi.waitUntil(() => receiver.messages.length >= expected.length, waitOptions).catch(() => undefined);
      expect(receiver.received()).toEqual(expected);
    },
    attempted: (webhook, attempts) =>
      expect
        .poll(async () => (await deliveries(webhook))[0], waitOptions)
        .toMatchObject({ attempts, attempted_utc: formatUtc(api.clock.now()) }),
    async untilDelivered(webhook) {
      const path = `/webhooks/${webhook}`;
      const find = () => api.request<WebhookBody>({ as: 'admin', path });
      await vi.waitUntil(async () => (await find()).body.pending === 0, waitOptions);
    },
  };
}
