import { Counter } from 'prom-client';
import type { Readings } from './readings.ts';

const outcomes = ['delivered', 'refused', 'unanswered'] as const;

export interface WebhookAttempts {
  /** An attempt to send a message ended; one that was broken off is not counted. */
  sent(outcome: (typeof outcomes)[number]): void;
}

export function countWebhookAttempts({ register }: Readings): WebhookAttempts {
  const attempts = new Counter({
    name: 'kalends_webhook_attempts_total',
    help: 'Attempts to send messages to webhooks by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  });
  for (const outcome of outcomes) attempts.inc({ outcome }, 0);
  return { sent: (outcome) => attempts.inc({ outcome }) };
}
