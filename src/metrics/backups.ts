import { Counter, Gauge } from 'prom-client';
import type { Readings } from './readings.ts';

export interface BackupMeter {
  /** When the newest backup was taken, in UTC seconds. */
  newest(takenAt: number): void;
  ended(outcome: 'written' | 'failed'): void;
}

export function measureBackups({ register }: Readings): BackupMeter {
  const backups = new Counter({
    name: 'kalends_backups_total',
    help: 'Scheduled backups by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  });
  const last = new Gauge({
    name: 'kalends_backup_last_success_timestamp_seconds',
    help: 'Time of the newest scheduled backup, 0 for none.',
    aggregator: 'max',
    registers: [register],
  });
  for (const outcome of ['written', 'failed']) backups.inc({ outcome }, 0);
  return { newest: (takenAt) => last.set(takenAt), ended: (outcome) => backups.inc({ outcome }) };
}
