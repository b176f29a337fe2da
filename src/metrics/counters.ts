// Counters of sign-ins and background work.

import type { CacheTally } from '../cache/selective-cache.ts';
import { ApiError } from '../core/api-error.ts';
import type { Readings } from './readings.ts';

export function measureSignIns({ countBy }: Readings) {
  const refused = countBy(
    'reason',
    ['wrong', 'too_many'],
    'kalends_sign_ins_refused_total',
    'Sign-ins refused for wrong credentials or too many failures.',
  );
  return {
    /** Authentication threw this error. */
    recordRefusal(error: unknown): void {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) refused('wrong');
      if (error.status === 429) refused('too_many');
    },
  };
}

const geocoderOutcomes: readonly string[] = ['found', 'unknown', 'failed'];

export function measureGeocoder({ countBy, timestamp }: Readings) {
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
    /** A request ended; aborted ones are not counted. */
    recordRequest(outcome: string, nowMs: number): void {
      if (!geocoderOutcomes.includes(outcome)) return;
      count(outcome);
      last(nowMs / 1000);
    },
  };
}

export const measureWebhooks = ({ countBy }: Readings) => ({
  /** An attempt to deliver a message ended; aborted ones are not counted. */
  recordAttempt: countBy(
    'outcome',
    ['delivered', 'refused', 'unanswered'],
    'kalends_webhook_attempts_total',
    'Attempts to send messages to webhooks by outcome.',
  ),
});

export type BackupMeter = ReturnType<typeof measureBackups>;

export const measureBackups = ({ countBy, timestamp }: Readings) => ({
  recordEnd: countBy('outcome', ['written', 'failed'], 'kalends_backups_total', 'Scheduled backups by outcome.'),
  /** When the newest backup was taken, in UTC seconds. */
  recordSuccess: timestamp(
    'kalends_backup_last_success_timestamp_seconds',
    'Time of the newest scheduled backup, 0 for none.',
  ),
});

const cacheNames = ['replies', 'events', 'totals'] as const;
export type Caches = Readonly<Record<(typeof cacheNames)[number], CacheTally>>;

const createTally = (): CacheTally => ({ hits: 0, misses: 0, size: () => ({ entries: 0, bytes: 0 }) });

export function createCaches({ counter, gauge }: Readings): Caches {
  const caches: Caches = { replies: createTally(), events: createTally(), totals: createTally() };
  const labelNames = ['cache'];
  const each = (read: (tally: CacheTally) => number) => () =>
    cacheNames.map((cache) => ({ labels: { cache }, value: read(caches[cache]) }));
  const hits = each((tally) => tally.hits);
  const misses = each((tally) => tally.misses);
  const entries = each(({ size }) => size().entries);
  const bytes = each(({ size }) => size().bytes);
  counter('kalends_cache_hits_total', 'Cache hits.', hits, { labelNames });
  counter('kalends_cache_misses_total', 'Cache misses.', misses, { labelNames });
  gauge('kalends_cache_entries', 'Entries in the cache.', entries, { labelNames });
  gauge('kalends_cache_bytes', 'Estimated cache size in bytes.', bytes, { labelNames });
  return caches;
}
