// The thread of `read-worker.ts`: runs queries on its own read-only connection, one at a time.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { Query, QueryResult } from './read-worker.ts';

const path: string = workerData;
const port = parentPort;
if (!port) throw new Error('This file must run as a worker thread.');

const maxStatements = 50;
/** This thread serves no requests, so a busy database may block it. */
const waitMs = 5000;
const cacheKiB = 8000;

const database = new BetterSqlite3(path, { fileMustExist: true, timeout: waitMs });
database.pragma('query_only = on');
database.pragma(`cache_size = -${cacheKiB}`);
database.pragma('temp_store = memory');
const statements = new LRUCache<string, BetterSqlite3.Statement>({ max: maxStatements });

function run({ sql, parameters }: Query): QueryResult {
  try {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return { rows: statement.all(parameters) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { error: { message, code } };
  }
}

port.on('message', (query: Query) => port.postMessage(run(query)));
