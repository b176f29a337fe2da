// Copies a calendar to another database in one transaction, and compares the copy with the original.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Progress } from '../core/progress.ts';
import { TransferProblem } from '../core/transfer-problem.ts';
import type { WriteOrigin } from '../resources/records/scope.ts';
import { listWebhooks } from '../resources/webhooks/repository.ts';
import { deleteMeta, putMeta } from '../store/meta.ts';
import { inSnapshot, type Reader, type Store, type Writer } from '../store/store.ts';
import { pauseNewWebhooks } from './paused-webhooks.ts';
import {
  batchesOf,
  type CopiedTable,
  copiedTables,
  countRows,
  emptyAll,
  gatherStatistics,
  insertRows,
  isEmpty,
  type Row,
} from './repository-copy.ts';

export interface CopyTask {
  from: Store;
  to: Store;
  /** Deletes the contents of the target first. */
  force: boolean;
  progress: Progress;
  signal: AbortSignal;
  /** UTC seconds, for a restore: it invalidates tokens of the target's change log, because the target goes back in time. */
  restoredAt?: number;
  /** Pauses the webhooks of the copy; if missing, they stay active. */
  pausedBy?: WriteOrigin | undefined;
}

export interface CopiedRows {
  table: string;
  rows: number;
  /** SHA-256 of all values, the same whatever the engine. */
  checksum: string;
}

export interface Copied {
  tables: CopiedRows[];
  /** Ids. */
  pausedWebhooks: number[];
}

/** Marks an empty calendar while `fill` runs: after a crash it must not be taken for a new one. */
export async function markedWhileEmpty<T>(to: Store, fill: () => Promise<T>): Promise<T> {
  if (!(await isEmpty(to.reader))) return fill();
  await to.write((db) => putMeta(db, 'copy_started', 'yes'));
  try {
    return await fill();
  } catch (error) {
    // The first error is the one to report.
    await to.write((db) => deleteMeta(db, 'copy_started')).catch(() => undefined);
    throw error;
  }
}

/** Throws TransferProblem; nothing has been written then. */
export async function copyCalendar({ from, to, progress, signal, ...task }: CopyTask): Promise<Copied> {
  const { force, restoredAt, pausedBy } = task;
  let done = 0;
  const step = async (rows: number) => {
    done += rows;
    progress.advance(done);
    await setImmediate();
    signal.throwIfAborted();
  };
  try {
    return await to.write(async (target) => {
      const given = await lastNumbers(to, target);
      if (!force && !(await isEmpty(target)))
        throw new TransferProblem('The calendar to copy to is not empty; --force replaces its contents.');
      const replaced = await listWebhooks(target);
      await emptyAll(target);
      // The snapshot ends before the comparison, because the server would abort a transaction that idles for so long.
      const tables = await inSnapshot(from, async (source) => {
        // Each row is written, and read again to be compared.
        progress.start('Copying', 2 * (await countRows(source)));
        done = 0;
        const rows: CopiedRows[] = [];
        for (const table of copiedTables)
          rows.push(await digestOf(table, source, step, (some) => insertRows(target, table, some)));
        for (const [name, last] of await lastNumbers(from, source))
          await carryNumber(name, Math.max(last, given.get(name) ?? 0), { to, target });
        return rows;
      });
      await gatherStatistics(target, to.dialect);
      for (const [index, table] of copiedTables.entries())
        assertSame(tables[index] as CopiedRows, await digestOf(table, target, step));
      if (restoredAt !== undefined) {
        await invalidateChangeTokens(to, target);
        await putMeta(target, 'restored_at', String(restoredAt));
      }
      return { tables, pausedWebhooks: pausedBy ? await pauseNewWebhooks(target, replaced, pausedBy) : [] };
    });
  } finally {
    progress.stop();
  }
}

type Step = (rows: number) => Promise<void>;

/** Reads a whole table, passing its rows to `use`. */
async function digestOf(
  table: CopiedTable,
  db: Reader,
  step: Step,
  use: (rows: readonly Row[]) => Promise<void> = async () => undefined,
): Promise<CopiedRows> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of batchesOf(db, table)) {
    for (const row of rows) hash.update(`${canonical(row)}\n`);
    await use(rows);
    count += rows.length;
    await step(rows.length);
  }
  return { table: table.name, rows: count, checksum: hash.digest('hex').slice(0, 16) };
}

/** Independent of the order of columns, which differs between engines. */
const canonical = (row: Row): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => [name, Buffer.isBuffer(row[name]) ? row[name].toString('base64') : row[name]]),
  );

function assertSame(sent: CopiedRows, arrived: CopiedRows): void {
  if (sent.rows === arrived.rows && sent.checksum === arrived.checksum) return;
  throw new TransferProblem(
    `The copy of table ${sent.table} differs: ${sent.rows} rows (${sent.checksum}) in the original, ${arrived.rows} (${arrived.checksum}) in the copy.`,
  );
}

/** The last number of each sequence. */
async function lastNumbers({ dialect }: Store, db: Reader): Promise<Map<CopiedTable['name'], number>> {
  const numbers = new Map<CopiedTable['name'], number>();
  for (const { name, numbered } of copiedTables) {
    if (numbered === undefined) continue;
    const { rows } = await dialect.lastNumber(name, numbered).execute(db);
    numbers.set(name, rows[0]?.last ?? 0);
  }
  return numbers;
}

/** Copies the sequence, so that ids of deleted records are not reused. */
async function carryNumber(
  name: CopiedTable['name'],
  last: number,
  { to, target }: { to: Store; target: Writer },
): Promise<void> {
  const numbered = copiedTables.find((table) => table.name === name)?.numbered as string;
  for (const statement of to.dialect.setLastNumber(name, numbered, last)) await statement.execute(target);
}

/** Invalidates all tokens of the change log: changes since the backup do not exist in the restored calendar. */
async function invalidateChangeTokens(to: Store, target: Writer): Promise<void> {
  const last = ((await lastNumbers(to, target)).get('changes') ?? 0) + 1;
  await carryNumber('changes', last, { to, target });
  await putMeta(target, 'changes_restored_at', String(last));
}
