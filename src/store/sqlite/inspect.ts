import BetterSqlite3 from 'better-sqlite3';
import { errorCodeOf, messageOf } from '../../core/errors.ts';
import type { Applied } from '../migrate.ts';

type Inspected = { applied: Applied[]; hasWriters: boolean } | { problem: string; isDamaged: boolean };

/** Inspects a calendar that the service may be using; read-only. */
export function inspectSqlite(path: string): Inspected {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    const damage = database.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') return { problem: String(damage), isDamaged: true };
    return {
      applied: database.prepare<[], Applied>('select id, checksum from migrations').all(),
      hasWriters: database.prepare(`select 1 from users where role <> 'subscriber'`).get() !== undefined,
    };
  } catch (error) {
    return { problem: messageOf(error), isDamaged: /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCodeOf(error)) };
  } finally {
    database?.close();
  }
}
