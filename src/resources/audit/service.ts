// Reads the audit log, and prunes it according to the settings.
import { setImmediate } from 'node:timers/promises';
import { mapValues, withoutUndefined } from '../../core/objects.ts';
import type { AuditTable, LoggedChanges } from '../../store/audit-table.ts';
import type { Json } from '../../store/json.ts';
import type { Reader, Store } from '../../store/store.ts';

export interface AuditFilter {
  user?: number | undefined;
  /** Login of a user, or name of a program, as it was then. */
  who?: string | undefined;
  kind?: string | undefined;
  record?: number | undefined;
  action?: string | undefined;
  /** UTC seconds, half open. */
  after?: number | undefined;
  before?: number | undefined;
  /** Only entries with a lower id. */
  below?: number | undefined;
  limit: number;
}

/** Newest first. */
export function listAudit(db: Reader, filter: AuditFilter): Promise<(AuditTable & { id: number })[]> {
  const { user, who, kind, record, action, after, before, below, limit } = filter;
  const equal = withoutUndefined({ user_id: user, who, kind, record_id: record, action });
  let query = db
    .selectFrom('audit')
    .selectAll()
    .where((eb) => eb.and(equal));
  if (after !== undefined) query = query.where('at', '>=', after);
  if (before !== undefined) query = query.where('at', '<', before);
  if (below !== undefined) query = query.where('id', '<', below);
  return query.orderBy('id', 'desc').limit(limit).execute() as Promise<(AuditTable & { id: number })[]>;
}

export interface AuditRetention {
  /** 0 keeps entries for ever. */
  auditRetentionDays: number;
  /** Entries of each record whose values are kept; 0 for all. */
  revisions: number;
}

/** Rows per transaction, so that no other write waits long. */
const batch = 500;

/** Deletes old entries. Of a record with too many entries, the oldest keep only the names of the changed fields. */
export async function pruneAudit(
  store: Store,
  retention: AuditRetention,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const { auditRetentionDays: days, revisions } = retention;
  if (days > 0) while ((await deleteOldest(store, now - days * 86_400)) === batch) signal?.throwIfAborted();
  if (revisions === 0) return;
  for (let from = 0; from >= 0; ) {
    from = await strip(store, from, revisions);
    // Lets other requests run in between: reads of SQLite alone never give way to them.
    await setImmediate();
    signal?.throwIfAborted();
  }
}

const deleteOldest = (store: Store, before: number): Promise<number> =>
  store.write(async (db) => {
    const old = await db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at').limit(batch).execute();
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('audit').where('id', 'in', ids).execute();
    return ids.length;
  });

/** Returns where to continue, or -1 at the end. Reads first, so that a log without work costs no write. */
async function strip(store: Store, from: number, revisions: number): Promise<number> {
  const entries = await store.reader
    .selectFrom('audit as a')
    .select(['a.id', 'a.changes'])
    .where('a.id', '>', from)
    .select((eb) =>
      eb
        .selectFrom('audit as newer')
        .select('newer.id')
        .whereRef('newer.kind', '=', 'a.kind')
        .whereRef('newer.record_id', '=', 'a.record_id')
        .whereRef('newer.id', '>', 'a.id')
        .orderBy('newer.id')
        .limit(1)
        .offset(revisions - 1)
        .as('follower'),
    )
    .orderBy('a.id')
    .limit(batch)
    .execute();
  const surplus = entries.flatMap(({ id, changes, follower }) => {
    const stripped = follower === null || changes === null ? undefined : withoutValues(changes);
    return stripped === undefined || stripped === changes ? [] : [{ id, changes: stripped }];
  });
  if (surplus.length > 0)
    await store.write(async (db) => {
      for (const { id, changes } of surplus)
        await db.updateTable('audit').set({ changes }).where('id', '=', id).execute();
    });
  return entries.length < batch ? -1 : (entries.at(-1)?.id as number);
}

const withoutValues = (changes: Json<LoggedChanges>): Json<LoggedChanges> =>
  JSON.stringify(mapValues(JSON.parse(changes), () => null));
