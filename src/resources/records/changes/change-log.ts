// The change log: the source of the change feed (resources/changes) and of webhooks.

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { maxClockSkew } from '../../../core/clock-skew.ts';
import type { LoggedKind } from '../../../core/kinds.ts';
import { findMeta, putMeta } from '../../../store/meta.ts';
import type { ChangesTable } from '../../../store/schema.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { ownershipOf } from '../rows/record-table.ts';
import { chunksOf } from '../rows/rows.ts';

/** Far fewer than one pruning examines, so that pruning keeps up. */
const changesPerPruning = 16;

/**
 * Logs that records were created, changed or permanently deleted. Called after every change of a record's content, in its
 * transaction, because the feed reads records only through this log.
 */
export async function recordChanges(db: Writer, kind: LoggedKind, ids: readonly number[], now: number): Promise<void> {
  for (const [at, some] of [...chunksOf(new Set(ids))].entries()) {
    // Lets other requests run in between.
    if (at > 0) await setImmediate();
    const stored = await ownershipOf(db, kind, some);
    const current = byId(stored.map(({ id, trashed_from: _, ...state }) => ({ record_id: id, ...state })));
    const previous = byId(await lastStates(db, { kind, ids: some }));
    const rows = some.flatMap((id) => rowOf({ kind, record_id: id, at: now }, current.get(id), previous.get(id)) ?? []);
    if (rows.length > 0) await append(db, rows, now);
  }
}

const insertRows = statement((db, { rows }: { rows: readonly Logged[] }) =>
  db.insertInto('changes').values(rows).returning('seq'),
);

async function append(db: Writer, rows: readonly Logged[], now: number): Promise<void> {
  const written = await insertRows(db, { rows });
  let prunings = written.filter(({ seq }) => seq % changesPerPruning === 0).length;
  while (prunings > 0 && (await pruneChanges(db, now))) prunings -= 1;
}

type State = Pick<ChangesTable, 'record_id' | 'status' | 'author_id' | 'published_at' | 'external_id'>;
type PreviousState = State & Pick<ChangesTable, 'at'>;
type Logged = Omit<ChangesTable, 'seq'>;

const byId = <S extends State>(states: readonly S[]): Map<number, S> =>
  new Map(states.map((state) => [state.record_id, state]));

function rowOf(
  change: Pick<Logged, 'kind' | 'record_id' | 'at'>,
  current: State | undefined,
  previous: PreviousState | undefined,
): Logged | undefined {
  const state = current ?? removed(change, previous);
  if (!state) return undefined;
  const isHandedOver = previous !== undefined && previous.author_id !== state.author_id;
  return {
    ...state,
    ...change,
    former_author_id: isHandedOver ? previous.author_id : null,
    open_at: openAt(state, previous, change.at),
  };
}

/** Images that were uploaded before the log had images are deleted without a row of theirs. */
function removed(
  { kind, record_id }: Pick<Logged, 'kind' | 'record_id'>,
  previous: PreviousState | undefined,
): State | undefined {
  if (!previous && kind === 'media') return { record_id, status: null, ...stateOfImage(0) };
  return previous && { ...previous, status: null, external_id: null };
}

const stateOfImage = (published_at: number) => ({ author_id: 0, published_at, external_id: null });

/** `published_at` marks the creation of an image: images older than this log have no earlier row. */
export function recordNewImage(db: Writer, id: number, now: number): Promise<void> {
  const created = { record_id: id, status: 'publish', ...stateOfImage(now) } as const;
  return append(db, [{ kind: 'media', at: now, ...created, former_author_id: null, open_at: now }], now);
}

/** A record that was public when it was logged stays so for readers of the log, though the clock that logged it may be ahead. */
function openAt(state: State, previous: PreviousState | undefined, at: number): number | null {
  const published = [state, ...(previous ? [previous] : [])].filter(({ status }) => status === 'publish');
  if (published.length === 0) return null;
  if (previous?.status === 'publish' && previous.published_at <= previous.at) return at;
  return Math.max(at, Math.min(...published.map(({ published_at }) => published_at)));
}

/** States in the last logged change of each record. */
const lastStates = statement((db, { kind, ids }: { kind: LoggedKind; ids: readonly number[] }) =>
  db
    .selectFrom('changes')
    .select(['record_id', 'status', 'author_id', 'published_at', 'external_id', 'at'])
    .where('seq', 'in', (newest) =>
      newest
        .selectFrom('changes')
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('kind', '=', kind)
        .where('record_id', 'in', ids)
        .groupBy('record_id'),
    ),
);

/** Minimum lifetime of a token. */
export const tokenDays = 30;
/** A series of pages may start with a token of that age and take as long again; a day allows for clock skew. */
const retentionSeconds = (2 * tokenDays + 1) * 86_400;
/** Rows examined at a time, so that no write takes long. */
const batchSize = 100;

/** Position up to which the log has been pruned. */
const prunedThrough = async (db: Reader): Promise<number> =>
  Number((await findMeta(db, 'changes_pruned_through')) ?? 0);

/** The oldest position that a token can continue from: entries before it were pruned, or belong to a replaced database. */
export const oldestPosition = async (db: Reader): Promise<number> =>
  Math.max(await prunedThrough(db), Number((await findMeta(db, 'changes_restored_at')) ?? 0));

/**
 * Deletes entries that no token can need: changes that a later one of the same record superseded, and deletions. The newest
 * change of an existing record stays. Each entry is examined once, so the cost of a write does not depend on the log's size.
 * Entries written while the clock was ahead count as old as the next one whose time is possible. Returns false if none is old
 * enough.
 */
async function pruneChanges(db: Writer, now: number): Promise<boolean> {
  const from = await prunedThrough(db);
  const last = await db
    .selectFrom('changes')
    .select(['seq', 'at'])
    .where('seq', '>', from)
    .where('at', '<=', now + maxClockSkew)
    .orderBy('seq')
    .limit(1)
    .offset(batchSize - 1)
    .executeTakeFirst();
  if (!last || last.at >= now - retentionSeconds) return false;
  await sql`delete from changes where seq in (
    select old.seq from changes newer
    join changes old on old.kind = newer.kind and old.record_id = newer.record_id and old.seq < newer.seq
    where newer.seq > ${from} and newer.seq <= ${last.seq})`.execute(db);
  await db
    .deleteFrom('changes')
    .where('seq', '>', from)
    .where('seq', '<=', last.seq)
    .where('status', 'is', null)
    .execute();
  await putMeta(db, 'changes_pruned_through', String(last.seq));
  return true;
}
