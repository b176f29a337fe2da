// Sends messages about changes to webhooks in the background, to each at its own pace.
import type { Logger } from 'pino';
import { type Background, type Clock, startLoop } from '../core/clock.ts';
import { signatures } from '../resources/webhooks/types.ts';
import type { Store } from '../store/store.ts';
import { logDetails, StoreUnavailable } from '../store/unavailable.ts';
import { type AttemptLog, createAttemptLog } from './attempt-log.ts';
import { type Claimed, type FinishedAttempt, isDelivered, runCycle } from './cycle.ts';
import type { AttemptResult, Post } from './post.ts';
import { hasOldDeliveries, pruneDeliveries } from './repository.ts';

export interface WebhookSenderOptions {
  store: Store;
  clock: Clock;
  logger: Logger;
  post: Post;
  /** Logs an error that the rest of the service has too, such as an unavailable database. */
  logThrottled: (error: Error) => void;
  /** From 0 to 1. */
  random: () => number;
  /** Base URL of the API, for links in messages. */
  root: string;
  /** Seconds after which an attempt without a result is repeated; longer than any attempt takes. */
  claimSeconds: number;
  /** Called after each attempt. */
  onAttempt?: ((outcome: 'delivered' | 'refused' | 'unanswered') => void) | undefined;
}

const pollMs = 500;
/** Shortest interval of cycles: results and new changes are batched into one transaction, so that other writers rarely wait. */
const pauseMs = 50;
/** Interval for picking up deliveries that another process has left behind. */
const maxWaitMs = 30_000;
const errorPauseMs = 10_000;
const slotsPerWebhook = 8;
const pruneEveryMs = 3_600_000;
const day = 86_400;
const retentionDays = { delivered: 7, failed: 30 } as const;

interface Sending extends WebhookSenderOptions {
  /** Finished attempts that are not stored yet. */
  finished: FinishedAttempt[];
  inFlight: Set<{ webhookId: number; end: Promise<void> }>;
  logAttempt: AttemptLog;
  /** Ends the sleep before the next cycle. */
  wake: AbortController;
  prunedMs: number;
}

export function startWebhookSender(options: WebhookSenderOptions): Background {
  const { clock, logger, logThrottled } = options;
  const sending: Sending = {
    ...options,
    finished: [],
    inFlight: new Set(),
    logAttempt: createAttemptLog(logger, clock.nowMs),
    wake: new AbortController(),
    prunedMs: 0,
  };
  const onError = (error: unknown) =>
    error instanceof StoreUnavailable ? logThrottled(error) : logger.error(error, 'webhooks: unexpected error');
  return startLoop({
    runOnce: (signal) => runOnce(sending, signal),
    finish: () => finish(sending),
    clock,
    onError,
    errorPauseMs,
  });
}

const nowOf = ({ clock }: Sending) => Math.floor(clock.nowMs() / 1000);

async function runOnce(sending: Sending, signal: AbortSignal): Promise<void> {
  const pause = sending.clock.sleep(pauseMs, signal);
  // Read first, so that concurrent writes trigger another cycle.
  const version = sending.store.version();
  const nextMs = await send(sending, signal);
  await prune(sending, signal);
  await untilWork(sending, version, nextMs, signal);
  await pause;
}

/** Returns the time at which the next cycle has work. */
async function send(sending: Sending, signal: AbortSignal): Promise<number> {
  const { store, inFlight, claimSeconds, root } = sending;
  const finished = sending.finished.splice(0);
  const freeSlots = (id: number) => slotsPerWebhook - [...inFlight].filter(({ webhookId }) => webhookId === id).length;
  try {
    const { claimed, nextAt } = await runCycle(store, { now: nowOf(sending), finished, freeSlots, claimSeconds, root });
    for (const each of claimed) start(sending, each, signal);
    return nextAt * 1000;
  } catch (error) {
    sending.finished.unshift(...finished);
    throw error;
  }
}

function start(sending: Sending, claimed: Claimed, signal: AbortSignal): void {
  const { clock, post, random, finished, inFlight, onAttempt, logAttempt } = sending;
  const attempt = { webhookId: claimed.webhook.id, end: Promise.resolve() };
  inFlight.add(attempt);
  attempt.end = post(claimed.webhook.url, messageOf(claimed, nowOf(sending)), signal).then((result) => {
    const isStopped = signal.aborted && result.status === null;
    if (!isStopped) {
      onAttempt?.(outcomeOf(result));
      logAttempt(claimed, result);
    }
    finished.push({ ...claimed, ...(isStopped ? {} : { result }), endMs: clock.nowMs(), jitter: random() });
    inFlight.delete(attempt);
    sending.wake.abort();
  });
}

const outcomeOf = ({ status }: AttemptResult) =>
  isDelivered(status) ? 'delivered' : status === null ? 'unanswered' : 'refused';

/** Waits until an attempt ends, something is written, or the next cycle is due. */
async function untilWork(sending: Sending, version: number, nextMs: number, signal: AbortSignal): Promise<void> {
  const { store, clock, finished } = sending;
  const end = Math.min(nextMs, clock.nowMs() + maxWaitMs);
  // At least one pause: without notifications from PostgreSQL every version differs.
  do {
    const leftMs = end - clock.nowMs();
    if (leftMs <= 0 || finished.length > 0 || signal.aborted) return;
    sending.wake = new AbortController();
    await clock.sleep(Math.min(pollMs, leftMs), AbortSignal.any([sending.wake.signal, signal]));
  } while (store.version() === version);
}

async function prune(sending: Sending, signal: AbortSignal): Promise<void> {
  const { store, clock } = sending;
  const sinceMs = clock.nowMs() - sending.prunedMs;
  // Negative after the clock was set back.
  if (sinceMs >= 0 && sinceMs < pruneEveryMs) return;
  sending.prunedMs = clock.nowMs();
  const before = (days: number) => nowOf(sending) - days * day;
  const old = { delivered: before(retentionDays.delivered), failed: before(retentionDays.failed) };
  while (!signal.aborted && (await hasOldDeliveries(store.reader, old)))
    await store.write((db) => pruneDeliveries(db, old));
}

/** Stores attempts that end during shutdown. If that fails, their messages are sent again. */
async function finish(sending: Sending): Promise<void> {
  const { store, logger, inFlight, finished, claimSeconds, root } = sending;
  await Promise.all([...inFlight].map(({ end }) => end));
  if (finished.length === 0) return;
  const last = { now: nowOf(sending), finished: finished.splice(0), claimSeconds, root, freeSlots: () => 0 };
  await runCycle(store, last).catch((error: unknown) =>
    logger.warn(logDetails(error), 'webhooks: results not stored, messages will be sent again'),
  );
}

function messageOf({ webhook, delivery: { message_id: id, body } }: Claimed, at: number): Parameters<Post>[1] {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kalends (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures(webhook, { id, at, body }),
  };
  return { headers, body };
}
