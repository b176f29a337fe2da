// A calendar to measure, and how its engine fills it quickly.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { openPostgres } from '../src/store/postgres/store.ts';
import { openSqlite } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';
import { type BulkLoading, postgresLoading, sqliteLoading } from './loading.ts';

export interface Target {
  /** Path, or URL without the password. */
  name: string;
  exists: boolean;
  open(): Promise<Store>;
  loading: BulkLoading;
}

/** From a data folder, the path of a database file (`….sqlite`), or the URL of a PostgreSQL database. */
export const targetOf = (text: string): Target =>
  /^postgres(ql)?:/.test(text) ? postgresTarget(text) : sqliteTarget(text);

function postgresTarget(url: string): Target {
  return {
    name: url.replace(/:[^:@/]*@/, ':…@'),
    exists: false,
    open: () => openPostgres({ url }),
    loading: postgresLoading(),
  };
}

function sqliteTarget(text: string): Target {
  const path = extname(text) === '.sqlite' ? resolve(text) : join(resolve(text), 'calendar.sqlite');
  return {
    name: path,
    exists: existsSync(path),
    async open() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      return openSqlite({ path, synchronous: 'off' });
    },
    loading: sqliteLoading(),
  };
}
