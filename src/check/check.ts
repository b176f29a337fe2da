// Verifies derived data of the database, and repairs it.
import type { Store, Writer } from '../store/store.ts';
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

/** Rolls the transaction back, since a check writes nothing. */
class RolledBack extends Error {}

/** Runs in one transaction, so other writers wait. Returns what was wrong. */
export async function checkCalendar(store: Store, now: number, isRepairing: boolean): Promise<Finding[]> {
  let findings: Finding[] = [];
  try {
    await store.write(async (db) => {
      findings = await findingsOf(db, checksOf(store, now), isRepairing);
      if (!isRepairing) throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return findings;
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
