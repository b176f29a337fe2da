// Verifies derived data of the database, and repairs it.
import type { Zones } from '../core/dates/zones.ts';
import { type Store, type Writer, withRollback } from '../store/store.ts';
import { eventTimes } from './event-times.ts';
import { tableIndexes } from './repository-indexes.ts';
import { searchIndexes } from './repository-search.ts';
import { type Check, tableChecks } from './repository-tables.ts';
import { recordTexts, termTexts } from './texts.ts';

export interface Finding {
  what: string;
  /** Rows that were wrong. */
  wrong: number;
  /** Rows that are still wrong. */
  left: number;
}

interface Dependencies {
  /** UTC seconds. */
  now: number;
  zones: Zones;
}

/** Runs in one transaction, so other writers wait. Returns the problems found. */
export function checkCalendar(store: Store, { now, zones }: Dependencies, isRepairing: boolean): Promise<Finding[]> {
  const checks = [...checksOf(store, now), eventTimes(zones)];
  const run = () => store.write((db) => findingsOf(db, checks, isRepairing));
  return isRepairing ? run() : withRollback(store, run);
}

function checksOf(store: Store, now: number): Check[] {
  const isSqlite = store.state().engine === 'sqlite';
  return [
    // First, as the others read through indexes.
    ...(isSqlite ? [tableIndexes] : []),
    ...[...tableChecks(now), recordTexts, termTexts],
    ...(isSqlite ? [searchIndexes] : []),
  ];
}

async function findingsOf(db: Writer, checks: readonly Check[], isRepairing: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    const wrong = await check.wrong(db);
    if (wrong === 0) continue;
    if (isRepairing) await check.repair?.(db);
    findings.push({ what: check.what, wrong, left: isRepairing ? await check.wrong(db) : wrong });
  }
  return findings;
}
