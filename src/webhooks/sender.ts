// Sends messages about changes to webhooks in the background, to each at its own pace.
import type { Logger } from 'pino';
import type { Clock } from '../core/clock.ts';
import { signatures } from '../resources/webhooks/types.ts';
import type { Store } from '../store/store.ts';
import type { Post, Posted } from './post.ts';
import { pruneDeliveries } from './repository.ts';
import { type Claimed, type Ended, takeTurn } from './turn.ts';

export interface WebhookSenderOptions {
  store: Store;
  clock: Clock;
  logger: Logger;
  post: Post;
  /** From 0 to 1. */
  random: () => number;
  /** Base URL of the API, for links in messages. */
  root: string;
  /** Seconds after which an attempt without a result is repeated; longer than any attempt takes. */
  claimSeconds: number;
  /** Called after each attempt. */
  sent?: ((outcome: 'delivered' | 'refused' | 'unanswered') => void) | undefined;
}

export interface WebhookSender {
  /** Aborts running requests. Resolves when the database is no longer needed. */
  stop(): Promise<void>;
}

const pollMs = 500;
/** Results and new changes are batched into one transaction, so that other writers rarely wait. */
const pauseMs = 50;
/** Interval for picking up deliveries that another process has left behind. */
const maxWaitMs = 30_000;
const afterErrorMs = 10_000;
const slotsPerWebhook = 8;
const pruneEveryMs = 3_600_000;
const day = 86_400;
const retentionDays = { delivered: 7, failed: 30 } as const;

export function startWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const stopping = new AbortController();
  const ended = run(options, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

interface Progress {
  /** Finished attempts that are not stored yet. */
  ended: Ended[];
  underWay: Set<{ webhookId: number; end: Promise<void> }>;
  prunedMs: number;
  /** Ends the sleep of the loop. */
  wake: AbortController;
}

async function run(options: WebhookSenderOptions, signal: AbortSignal): Promise<void> {
  const { store, clock, logger } = options;
  const progress: Progress = { ended: [], underWay: new Set(), prunedMs: 0, wake: new AbortController() };
  signal.addEventListener('abort', () => progress.wake.abort(), { once: true });
  while (!signal.aborted) {
    try {
      // Reset before reading, so that concurrent writes trigger another turn.
      const version = store.version();
      const nextMs = await turn(options, progress, signal);
      if (nextMs < Number.POSITIVE_INFINITY) await prune(options, progress);
      await untilWork(options, progress, { version, nextMs, signal });
      await clock.sleep(pauseMs, signal);
    } catch (error) {
      logger.error(error, 'webhooks: unexpected error');
      await clock.sleep(afterErrorMs, signal);
    }
  }
  await Promise.all([...progress.underWay].map(({ end }) => end));
  if (progress.ended.length > 0) await settleLast(options, progress);
}

/** Returns the time at which the next turn has work. */
async function turn(options: WebhookSenderOptions, progress: Progress, signal: AbortSignal): Promise<number> {
  const { store, clock, claimSeconds, root } = options;
  const ended = progress.ended.splice(0);
  const now = Math.floor(clock.nowMs() / 1000);
  try {
    const { claimed, nextAt } = await takeTurn(store, {
      ...{ now, ended, claimSeconds, root },
      freeSlots: (id) => slotsPerWebhook - [...progress.underWay].filter(({ webhookId }) => webhookId === id).length,
    });
    for (const each of claimed) start(each, options, progress, signal);
    return nextAt * 1000;
  } catch (error) {
    progress.ended.unshift(...ended);
    throw error;
  }
}

function start(claimed: Claimed, options: WebhookSenderOptions, progress: Progress, signal: AbortSignal): void {
  const attempt = { webhookId: claimed.webhook.id, end: Promise.resolve() };
  progress.underWay.add(attempt);
  attempt.end = send(claimed, options, signal).then((posted) => {
    const isStopped = signal.aborted && posted.status === null;
    if (!isStopped) report(claimed, posted, options);
    const at = Math.floor(options.clock.nowMs() / 1000);
    progress.ended.push({ ...claimed, ...(isStopped ? {} : { posted }), at, jitter: options.random() });
    progress.underWay.delete(attempt);
    progress.wake.abort();
  });
}

function send({ webhook, delivery }: Claimed, { clock, post }: WebhookSenderOptions, signal: AbortSignal) {
  const { message_id: id, body } = delivery;
  const at = Math.floor(clock.nowMs() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kalends (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures(webhook, { id, at, body }),
  };
  return post(webhook.url, { headers, body }, signal);
}

function report(
  { webhook, delivery }: Claimed,
  { status, text }: Posted,
  { logger, sent }: Pick<WebhookSenderOptions, 'logger' | 'sent'>,
): void {
  const isDelivered = status !== null && status >= 200 && status < 300;
  sent?.(isDelivered ? 'delivered' : status === null ? 'unanswered' : 'refused');
  if (isDelivered) return;
  const { id: deliveryId, attempts } = delivery;
  const reason = status === null ? text : `status ${status}`;
  logger.warn({ webhook: webhook.id, delivery: deliveryId, attempts, reason }, 'webhooks: not delivered');
}

interface Wait {
  version: number;
  nextMs: number;
  signal: AbortSignal;
}

/** Waits until an attempt ends, something is written, or the next turn is due. */
async function untilWork({ store, clock }: WebhookSenderOptions, progress: Progress, wait: Wait): Promise<void> {
  const end = Math.min(wait.nextMs, clock.nowMs() + maxWaitMs);
  while (progress.ended.length === 0 && !wait.signal.aborted && store.version() === wait.version) {
    const leftMs = end - clock.nowMs();
    if (leftMs <= 0) break;
    progress.wake = new AbortController();
    await clock.sleep(Math.min(pollMs, leftMs), progress.wake.signal);
  }
}

async function prune({ store, clock }: WebhookSenderOptions, progress: Progress): Promise<void> {
  const nowMs = clock.nowMs();
  if (nowMs - progress.prunedMs < pruneEveryMs) return;
  progress.prunedMs = nowMs;
  const before = (days: number) => Math.floor(nowMs / 1000) - days * day;
  await store.write((db) =>
    pruneDeliveries(db, { delivered: before(retentionDays.delivered), failed: before(retentionDays.failed) }),
  );
}

/** Stores attempts that end during shutdown. If that fails, their messages are sent again. */
async function settleLast({ store, clock, root, claimSeconds, logger }: WebhookSenderOptions, progress: Progress) {
  const now = Math.floor(clock.nowMs() / 1000);
  const ended = progress.ended.splice(0);
  await takeTurn(store, { now, ended, claimSeconds, root, freeSlots: () => 0 }).catch((error: unknown) =>
    logger.warn({ err: error }, 'webhooks: results not stored, messages will be sent again'),
  );
}
