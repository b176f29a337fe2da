// Logs when the state of a receiver changes, not every attempt: a receiver may fail for days, with a thousand messages.
import type { Logger } from 'pino';
import type { Webhook } from '../resources/webhooks/repository.ts';
import { type Claimed, isDelivered, isLastAttempt } from './cycle.ts';
import type { AttemptResult } from './post.ts';

export type AttemptLog = ReturnType<typeof createAttemptLog>;

/** A receiver that refuses some messages and accepts others is not logged again for this long. */
const quietMs = 60_000;

interface Receiver {
  /** When the log last said that it fails. */
  reportedMs: number;
  /** Whether that is the last that the log said of it. */
  isFailing: boolean;
  /** Whether a message was given up since it last accepted one. */
  hasLost: boolean;
}

export function createAttemptLog(logger: Logger, nowMs: () => number) {
  const receivers = new Map<Webhook['id'], Receiver>();
  return ({ webhook: { id: webhook }, delivery }: Claimed, { status, text }: AttemptResult): void => {
    const before = receivers.get(webhook);
    if (isDelivered(status)) {
      if (before?.isFailing) logger.info({ webhook }, 'webhooks: receiver accepts messages again');
      if (before) receivers.set(webhook, { ...before, isFailing: false, hasLost: false });
      return;
    }
    const isLost = isLastAttempt(delivery, status) && !before?.hasLost;
    const isQuiet = before && (before.isFailing || nowMs() - before.reportedMs < quietMs);
    if (isQuiet && !isLost) return;
    const fields = { webhook, delivery: delivery.id, reason: status === null ? text : `status ${status}` };
    logger.warn(fields, isLost ? 'webhooks: message given up' : 'webhooks: receiver fails');
    receivers.set(webhook, { reportedMs: nowMs(), isFailing: true, hasLost: isLost || before?.hasLost === true });
  };
}
