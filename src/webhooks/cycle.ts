// One cycle of the sender: stores the results of attempts, queues messages about logged changes, and claims due deliveries, in
// one transaction. Write transactions are serialised across processes, so any number of processes may run cycles.
import { isAhead } from '../core/clock-skew.ts';
import { withDescendants } from '../resources/terms/repository.ts';
import {
  changeWebhook,
  countDeliveries,
  type Delivery,
  insertDeliveries,
  newestSeq,
  type Webhook,
} from '../resources/webhooks/repository.ts';
import { endWebhook, newMessageId } from '../resources/webhooks/service.ts';
import { webhookLimits } from '../resources/webhooks/types.ts';
import type { Reader, Store, Writer } from '../store/store.ts';
import { bodyOf, isSubscribed, type Message, messagesOf } from './outbox.ts';
import type { AttemptResult } from './post.ts';
import {
  activeWebhooks,
  advanceAttempts,
  claimDue,
  dueBetween,
  eventsOutside,
  loggedAfter,
  nextAttempt,
  nextPublication,
  updateAttempt,
} from './repository.ts';

export interface Claimed {
  webhook: Webhook;
  delivery: Delivery;
}

/** A finished attempt; without `result`, it was aborted by a shutdown. */
export interface FinishedAttempt extends Claimed {
  result?: AttemptResult;
  endMs: number;
  jitter: number;
}

export interface CycleOptions {
  now: number;
  finished: readonly FinishedAttempt[];
  /** Number of further deliveries of the webhook that may be in flight. */
  freeSlots: (webhookId: number) => number;
  claimSeconds: number;
  /** Base URL of the API, for links in messages. */
  root: string;
}

/** Without work, no transaction begins, and `nextAt` is the time of the next work unless something is written before. */
export async function runCycle(store: Store, options: CycleOptions): Promise<{ claimed: Claimed[]; nextAt: number }> {
  if (options.finished.length === 0) {
    const nextAt = await findNextWork(store.reader, options);
    if (nextAt > options.now) return { claimed: [], nextAt };
  }
  const claimed = await store.write(async (db) => {
    for (const each of options.finished) await storeResult(db, each);
    const found: Claimed[] = [];
    for (const each of await activeWebhooks(db)) {
      const webhook = await withCorrectTimes(db, each, options.now);
      await queueChanges(db, webhook, options);
      found.push(...(await claim(db, webhook, options)));
    }
    return found;
  });
  return { claimed, nextAt: options.now };
}

async function findNextWork(db: Reader, { now, freeSlots }: CycleOptions): Promise<number> {
  const webhooks = await activeWebhooks(db);
  if (webhooks.length === 0) return Number.POSITIVE_INFINITY;
  if (webhooks.some(({ through_at }) => isAhead(through_at, now))) return now;
  const newest = await newestSeq(db);
  const due = await nextPublication(db, Math.min(...webhooks.map(({ through_at }) => through_at)));
  let next = due ?? Number.POSITIVE_INFINITY;
  for (const { id, through_seq } of webhooks) {
    if (through_seq < newest && !(await isFull(db, id))) return now;
    const attempt = freeSlots(id) > 0 ? await nextAttempt(db, id) : undefined;
    next = Math.min(next, attempt ?? next);
  }
  return next;
}

/**
 * The webhook, after the clock was set back: by its old times publications would count as reported, and failed messages would
 * wait.
 */
async function withCorrectTimes(db: Writer, webhook: Webhook, now: number): Promise<Webhook> {
  const { id, through_at } = webhook;
  if (!isAhead(through_at, now)) return webhook;
  await advanceAttempts(db, id, through_at - now);
  return changeWebhook(db, id, { through_at: now });
}

async function storeResult(db: Writer, { webhook, delivery, result, endMs, jitter }: FinishedAttempt): Promise<void> {
  const { attempts } = delivery;
  const at = Math.floor(endMs / 1000);
  if (!result) return updateAttempt(db, delivery, { status: 'pending', next_at: at, attempts: attempts - 1 });
  const { status, text, retryAfter } = result;
  const values = { attempted_at: at, response_status: status, response: text, next_at: at };
  if (isDelivered(status)) return updateAttempt(db, delivery, { ...values, status: 'delivered' });
  const isGone = status === 410 && (await endWebhook(db, webhook, at));
  const delay = isGone ? undefined : retryDelay(attempts, jitter, retryAfter);
  if (delay === undefined) return updateAttempt(db, delivery, { ...values, status: 'failed' });
  return updateAttempt(db, delivery, { ...values, status: 'pending', next_at: Math.ceil(endMs / 1000 + delay) });
}

export const isDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const minute = 60;
const hour = 3600;
/** Delay after each attempt, on the schedule of Standard Webhooks 1.0.0: 75 hours and 35 minutes in total. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const;
const maxDelay = 24 * hour;

/** Seconds to wait; `undefined` after the last attempt. `jitter`, from 0 to 1, spreads retries out. */
function retryDelay(attempts: number, jitter: number, retryAfter = 0): number | undefined {
  const delay = delays[attempts - 1];
  return delay && Math.max(delay * (1 + jitter / 10), Math.min(retryAfter, maxDelay));
}

/** Whether a delivery that fails in this attempt will not be retried. */
export const isLastAttempt = ({ attempts }: Pick<Delivery, 'attempts'>, status: number | null): boolean =>
  status === 410 || attempts > delays.length;

/** Whether so many messages wait that no more are queued. */
const isFull = async (db: Reader, id: number): Promise<boolean> =>
  ((await countDeliveries(db, 'pending', [id])).get(id) ?? 0) >= webhookLimits.pending;

const rowsPerCycle = 200;

/** Queues deliveries for logged changes and due publications, and advances the webhook's position. */
async function queueChanges(db: Writer, webhook: Webhook, { now, root, finished }: CycleOptions): Promise<void> {
  const { id, through_seq: throughSeq, through_at: throughAt } = webhook;
  const logged = (await isFull(db, id)) ? [] : await loggedAfter(db, throughSeq, rowsPerCycle);
  const through_seq = logged.at(-1)?.seq ?? throughSeq;
  const hasDue = ((await nextPublication(db, throughAt)) ?? Number.POSITIVE_INFINITY) <= now;
  // A retry is at a time of this clock: `through_at` tells when the clock has been set back since.
  const hasResult = finished.some((attempt) => attempt.webhook.id === id);
  if (logged.length === 0 && !hasDue && !hasResult) return;
  const due = hasDue ? await dueBetween(db, throughAt, now, through_seq) : [];
  const messages = await filtered(db, messagesOf({ logged, due, throughAt }), webhook);
  const deliveries = messages.map((message) => ({
    webhook_id: id,
    message_id: newMessageId(),
    type: `${message.kind}.${message.action}`,
    kind: message.kind,
    record_id: message.recordId,
    body: bodyOf(message, root),
  }));
  await insertDeliveries(db, deliveries, now);
  await changeWebhook(db, id, { through_seq, through_at: Math.max(throughAt, now) });
}

async function filtered(db: Reader, messages: readonly Message[], webhook: Webhook): Promise<Message[]> {
  const types = JSON.parse(webhook.types);
  const categories = JSON.parse(webhook.categories);
  const subscribed = messages.filter((message) => isSubscribed(message, types));
  if (categories.length === 0) return subscribed;
  const events = new Set(subscribed.flatMap(({ kind, recordId }) => (kind === 'event' ? [recordId] : [])));
  const outside = await eventsOutside(db, [...events], await withDescendants(db, categories));
  return subscribed.filter(({ kind, recordId }) => kind !== 'event' || !outside.has(recordId));
}

async function claim(db: Writer, webhook: Webhook, { now, claimSeconds, freeSlots }: CycleOptions): Promise<Claimed[]> {
  const limit = freeSlots(webhook.id);
  if (limit <= 0) return [];
  const claimed = await claimDue(db, webhook.id, { now, until: now + claimSeconds, limit });
  return claimed.map((delivery) => ({ webhook, delivery }));
}
