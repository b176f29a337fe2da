// Sends messages about changes to webhooks in the background, to each at its own pace.
import type { Logger } from 'pino';
import { type Background, type Clock, startTurns } from '../core/clock.ts';
import { signatures } from '../resources/webhooks/types.ts';
import type { Store } from '../store/store.ts';
import type { Post, Posted } from './post.ts';
import { pruneDeliveries } from './repository.ts';
import { type Claimed, type Ended, isDelivered, takeTurn } from './turn.ts';

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

export function startWebhookSender(options: WebhookSenderOptions): Background {
  const { store, clock, logger, post, random, root, claimSeconds, sent } = options;
  /** Finished attempts that are not stored yet. */
  const ended: Ended[] = [];
  const underWay = new Set<{ webhookId: number; end: Promise<void> }>();
  let prunedMs = 0;
  /** Ends the sleep before the next turn. */
  let wake = new AbortController();
  const now = () => Math.floor(clock.nowMs() / 1000);
  const freeSlots = (id: number) => slotsPerWebhook - [...underWay].filter(({ webhookId }) => webhookId === id).length;

  async function turn(signal: AbortSignal): Promise<void> {
    // Read first, so that concurrent writes trigger another turn.
    const version = store.version();
    const nextMs = await send(signal);
    if (nextMs < Number.POSITIVE_INFINITY) await prune();
    await untilWork(version, nextMs, signal);
    await clock.sleep(pauseMs, signal);
  }

  /** Returns the time at which the next turn has work. */
  async function send(signal: AbortSignal): Promise<number> {
    const storing = ended.splice(0);
    try {
      const { claimed, nextAt } = await takeTurn(store, { now: now(), ended: storing, freeSlots, claimSeconds, root });
      for (const each of claimed) start(each, signal);
      return nextAt * 1000;
    } catch (error) {
      ended.unshift(...storing);
      throw error;
    }
  }

  function start(claimed: Claimed, signal: AbortSignal): void {
    const attempt = { webhookId: claimed.webhook.id, end: Promise.resolve() };
    underWay.add(attempt);
    attempt.end = post(claimed.webhook.url, messageOf(claimed, now()), signal).then((posted) => {
      const isStopped = signal.aborted && posted.status === null;
      if (!isStopped) report(claimed, posted);
      ended.push({ ...claimed, ...(isStopped ? {} : { posted }), at: now(), jitter: random() });
      underWay.delete(attempt);
      wake.abort();
    });
  }

  function report({ webhook, delivery: { id: delivery, attempts } }: Claimed, { status, text }: Posted): void {
    sent?.(isDelivered(status) ? 'delivered' : status === null ? 'unanswered' : 'refused');
    if (isDelivered(status)) return;
    const reason = status === null ? text : `status ${status}`;
    logger.warn({ webhook: webhook.id, delivery, attempts, reason }, 'webhooks: not delivered');
  }

  /** Waits until an attempt ends, something is written, or the next turn is due. */
  async function untilWork(version: number, nextMs: number, signal: AbortSignal): Promise<void> {
    const end = Math.min(nextMs, clock.nowMs() + maxWaitMs);
    while (ended.length === 0 && !signal.aborted && store.version() === version) {
      const leftMs = end - clock.nowMs();
      if (leftMs <= 0) break;
      wake = new AbortController();
      await clock.sleep(Math.min(pollMs, leftMs), AbortSignal.any([wake.signal, signal]));
    }
  }

  async function prune(): Promise<void> {
    if (clock.nowMs() - prunedMs < pruneEveryMs) return;
    prunedMs = clock.nowMs();
    const before = (days: number) => now() - days * day;
    await store.write((db) =>
      pruneDeliveries(db, { delivered: before(retentionDays.delivered), failed: before(retentionDays.failed) }),
    );
  }

  /** Stores attempts that end during shutdown. If that fails, their messages are sent again. */
  async function finish(): Promise<void> {
    await Promise.all([...underWay].map(({ end }) => end));
    if (ended.length === 0) return;
    const last = { now: now(), ended: ended.splice(0), claimSeconds, root, freeSlots: () => 0 };
    await takeTurn(store, last).catch((error: unknown) =>
      logger.warn({ err: error }, 'webhooks: results not stored, messages will be sent again'),
    );
  }

  const failed = (error: unknown) => logger.error(error, 'webhooks: unexpected error');
  return startTurns({ turn, clock, failed, afterErrorMs, finish });
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
