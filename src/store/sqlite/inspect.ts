import BetterSqlite3 from 'better-sqlite3';
import { messageOf } from '../../core/errors.ts';
import type { Applied } from '../migrate.ts';

/** Inspects a calendar that the service may be using; read-only. */
export function inspectSqlite(path: string): { applied: Applied[]; hasWriters: boolean } | { problem: string } {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    const damage = database.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') return { problem: String(damage) };
    return {
      applied: database.prepare<[], Applied>('select id, checksum from migrations').all(),
      hasWriters: database.prepare(`select 1 from users where role <> 'subscriber'`).get() !== undefined,
    };
  } catch (error) {
    return { problem: messageOf(error) };
  } finally {
    database?.close();
  }
}
