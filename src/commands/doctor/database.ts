import { accessSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { maxClockSkew } from '../../core/clock-skew.ts';
import { errorCodeOf, whyUnreadable } from '../../core/errors.ts';
import { healthOfBackups } from '../../serve/backups.ts';
import { MigrationError, missingMigrations, readMigrations } from '../../store/migrate.ts';
import { type Finding, fine, note, problem, warning } from './finding.ts';

/** Read-only: an older database is not migrated. */
export async function examineDatabase(
  { data, databaseUrl, databasePooler }: Pick<Config, 'data' | 'databaseUrl' | 'databasePooler'>,
  name: string,
  nowUtcSeconds: number,
): Promise<Finding[]> {
  if (databaseUrl === undefined) return examineFile(join(data, 'calendar.sqlite'));
  const { inspectPostgres } = await import('../../store/postgres/inspect.ts');
  const found = await inspectPostgres({ url: databaseUrl, pooler: databasePooler });
  if (found.problem !== undefined) return [problem('database', found.problem)];
  const findings =
    found.calendar === undefined
      ? [note('database', `Connected to ${name}, which is empty; the first start creates the tables.`)]
      : calendarFindings(found.calendar, 'postgres', `Connected to ${name} (PostgreSQL ${found.version})`);
  const apart = Math.round(Math.abs(found.nowUtcSeconds - nowUtcSeconds));
  const skew = `The database server's clock differs by ${apart} s: synchronise both, preferably by NTP.`;
  return apart > maxClockSkew ? [...findings, warning('clock', skew)] : findings;
}

async function examineFile(path: string): Promise<Finding[]> {
  try {
    accessSync(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') return [problem('database', `${path} ${whyUnreadable(error)}.`)];
    return [note('database', `${path} does not exist yet; the first start creates it.`)];
  }
  const { inspectSqlite } = await import('../../store/sqlite/inspect.ts');
  const found = inspectSqlite(path);
  if ('problem' in found) {
    const advice = found.isDamaged ? ': restore it from a backup' : '';
    return [problem('database', `${path} cannot be read (${found.problem})${advice}.`)];
  }
  return calendarFindings(found, 'sqlite', `${path} is intact`);
}

interface Calendar {
  applied: Parameters<typeof missingMigrations>[0];
  hasWriters: boolean;
}
type Engine = Parameters<typeof readMigrations>[0];

function calendarFindings({ applied, hasWriters }: Calendar, engine: Engine, what: string): Finding[] {
  const format = formatFinding(applied, engine, what);
  const advice = 'No user may write. Add one with "kalends user add LOGIN --role administrator".';
  return hasWriters ? [format] : [format, warning('users', advice)];
}

function formatFinding(applied: Calendar['applied'], engine: Engine, what: string): Finding {
  const format = readMigrations(engine);
  try {
    const missing = missingMigrations(applied, format).length;
    return missing === 0
      ? fine('database', `${what}.`)
      : note('database', `${what}; the next start migrates it to format ${format.length}.`);
  } catch (error) {
    if (error instanceof MigrationError) return problem('database', error.message);
    throw error;
  }
}

type BackupSettings = Pick<Config, 'backupFolder' | 'backupEverySeconds'>;

export async function examineBackups(
  { backupFolder: folder, backupEverySeconds: everySeconds }: BackupSettings,
  now: number,
): Promise<Finding[]> {
  if (folder === undefined) return [];
  const { state, newest } = await healthOfBackups({ folder, everySeconds, startedAt: now, now });
  if (state === 'unreadable')
    return [problem('backups', `${folder} cannot be read: run this as the user of the service.`)];
  if (newest === undefined)
    return [warning('backups', `There is no backup in ${folder}: if the service is running, its log says why.`)];
  const takenAt = new Date(newest * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const text = `The newest backup in ${folder} is of ${takenAt} UTC`;
  return state === 'overdue'
    ? [problem('backups', `${text}, and the next is overdue: start the service, or see in its log why backups fail.`)]
    : [fine('backups', `${text}.`)];
}
