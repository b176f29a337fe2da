import { sql } from 'kysely';
import { findMeta, putMeta } from '../../../store/meta.ts';
import type { Reader, Writer } from '../../../store/store.ts';

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
 */
export async function pruneChanges(db: Writer, now: number): Promise<void> {
  const from = await prunedThrough(db);
  const last = await db
    .selectFrom('changes')
    .select(['seq', 'at'])
    .where('seq', '>', from)
    .orderBy('seq')
    .limit(1)
    .offset(batchSize - 1)
    .executeTakeFirst();
  if (!last || last.at >= now - retentionSeconds) return;
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
}
