// Logs when the state of a receiver changes, not every attempt: a receiver may fail for days, with a thousand messages.
import type { Logger } from 'pino';
import type { Webhook } from '../resources/webhooks/repository.ts';
import { type Claimed, isDelivered, isLastAttempt } from './cycle.ts';
import type { AttemptResult } from './post.ts';

export type AttemptLog = ReturnType<typeof createAttemptLog>;

export function createAttemptLog(logger: Logger) {
  /** Receivers whose last attempt failed. */
  const failing = new Map<Webhook['id'], { hasLost: boolean }>();
  return ({ webhook: { id: webhook }, delivery }: Claimed, { status, text }: AttemptResult): void => {
    const before = failing.get(webhook);
    if (isDelivered(status)) {
      failing.delete(webhook);
      if (before) logger.info({ webhook }, 'webhooks: receiver accepts messages again');
      return;
    }
    const hasLost = isLastAttempt(delivery, status);
    failing.set(webhook, { hasLost: hasLost || before?.hasLost === true });
    const fields = { webhook, delivery: delivery.id, reason: status === null ? text : `status ${status}` };
    if (hasLost && !before?.hasLost) logger.warn(fields, 'webhooks: message given up');
    else if (!before) logger.warn(fields, 'webhooks: receiver fails');
  };
}
