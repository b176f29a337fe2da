// Counters of what happens beside requests and the database.
import { ApiError } from '../core/api-error.ts';
import type { Readings } from './readings.ts';

export interface SignInMeter {
  /** Authentication threw this error. */
  refused(error: unknown): void;
}

export function measureSignIns({ countBy }: Readings): SignInMeter {
  const refused = countBy(
    'reason',
    ['wrong', 'too_many'],
    'kalends_sign_ins_refused_total',
    'Sign-ins refused for wrong credentials or too many failures.',
  );
  return {
    refused(error) {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) refused('wrong');
      if (error.status === 429) refused('too_many');
    },
  };
}

const geocoderOutcomes: readonly string[] = ['found', 'unknown', 'failed'];

export interface GeocoderMeter {
  /** A request ended; aborted ones are not counted. */
  asked(outcome: string, nowMs: number): void;
}

export function measureGeocoder({ countBy, timestamp }: Readings): GeocoderMeter {
  const count = countBy(
    'outcome',
    geocoderOutcomes,
    'kalends_geocoder_questions_total',
    'Geocoder requests by outcome.',
  );
  const last = timestamp(
    'kalends_geocoder_last_question_timestamp_seconds',
    'Time of the last geocoder request, 0 for never.',
  );
  return {
    asked(outcome, nowMs) {
      if (!geocoderOutcomes.includes(outcome)) return;
      count(outcome);
      last(nowMs / 1000);
    },
  };
}

export interface WebhookMeter {
  /** An attempt to deliver a message ended; aborted ones are not counted. */
  sent(outcome: 'delivered' | 'refused' | 'unanswered'): void;
}

export const measureWebhooks = ({ countBy }: Readings): WebhookMeter => ({
  sent: countBy(
    'outcome',
    ['delivered', 'refused', 'unanswered'],
    'kalends_webhook_attempts_total',
    'Attempts to send messages to webhooks by outcome.',
  ),
});

export interface BackupMeter {
  /** When the newest backup was taken, in UTC seconds. */
  newest(takenAt: number): void;
  ended(outcome: 'written' | 'failed'): void;
}

export const measureBackups = ({ countBy, timestamp }: Readings): BackupMeter => ({
  ended: countBy('outcome', ['written', 'failed'], 'kalends_backups_total', 'Scheduled backups by outcome.'),
  newest: timestamp(
    'kalends_backup_last_success_timestamp_seconds',
    'Time of the newest scheduled backup, 0 for none.',
  ),
});
