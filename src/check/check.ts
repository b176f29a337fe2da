// Verifies derived data of the database, and repairs it.
import { type Store, type Writer, withRollback } from '../store/store.ts';
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

/** Runs in one transaction, so other writers wait. Returns the problems found. */
export function checkCalendar(store: Store, now: number, isRepairing: boolean): Promise<Finding[]> {
  const run = () => store.write((db) => findingsOf(db, checksOf(store, now), isRepairing));
  return isRepairing ? run() : withRollback(store, run);
}

const checksOf = (store: Store, now: number): Check[] => [
  ...tableChecks(now),
  recordTexts,
  termTexts,
  ...(store.state().engine === 'sqlite' ? [searchIndexes] : []),
];

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
