// Verifies derived data of the database, and repairs it.
import type { Zones } from '../core/dates/zones.ts';
import { noProgress, type Progress } from '../core/progress.ts';
import { type Store, type Writer, withRollback } from '../store/store.ts';
import { eventTimes } from './event-times.ts';
import { searchIndexes, tableIndexes } from './repository-indexes.ts';
import { type Check, type RepairOption, tableChecks } from './repository-tables.ts';
import { recordTexts, termTexts } from './texts.ts';

export interface Finding {
  what: string;
  /** Rows that were wrong. */
  wrong: number;
  /** Rows that are still wrong. */
  left: number;
  /** The option that repairs them, if they can be derived from other data. */
  option: RepairOption;
}

interface Dependencies {
  /** UTC seconds. */
  now: number;
  zones: Zones;
  progress?: Progress;
}

/** Runs in one transaction, so other writers wait. Returns the problems found. */
export function checkCalendar(
  store: Store,
  { now, zones, progress = noProgress }: Dependencies,
  options: readonly RepairOption[],
): Promise<Finding[]> {
  const checks = [...checksOf(store, now), eventTimes(zones, now)];
  const run = () => store.write((db) => findingsOf(db, checks, { options, progress }));
  return options.length > 0 ? run() : withRollback(store, run);
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

async function findingsOf(
  db: Writer,
  checks: readonly Check[],
  { options, progress }: { options: readonly RepairOption[]; progress: Progress },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  progress.start('Checking', checks.length);
  try {
    for (const [done, check] of checks.entries()) {
      progress.advance(done);
      const finding = await findingOf(db, check, options);
      if (finding) findings.push(finding);
    }
  } finally {
    progress.stop();
  }
  return findings;
}

async function findingOf(
  db: Writer,
  { what, wrong: countWrong, repair, option = '--repair' }: Check,
  options: readonly RepairOption[],
): Promise<Finding | undefined> {
  const wrong = await countWrong(db);
  if (wrong === 0) return undefined;
  if (!options.includes(option)) return { what, wrong, left: wrong, option };
  await repair(db);
  return { what, wrong, left: await countWrong(db), option };
}
