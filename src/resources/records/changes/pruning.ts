import { sql } from 'kysely';
import { findMeta, putMeta } from '../../../store/meta.ts';
import type { Reader, Writer } from '../../../store/store.ts';

/** What a token promises at least, counted from the moment that it names. */
export const tokenDays = 30;
/** A series of pages may begin with a token as old as that and take as long; a day for clocks that disagree. */
const retentionSeconds = (2 * tokenDays + 1) * 86_400;
/** Looked at in one go, so that no write takes long for it. */
const batchSize = 100;

/** Of the log up to here something is forgotten. */
const prunedThrough = async (db: Reader): Promise<number> =>
  Number((await findMeta(db, 'changes_pruned_through')) ?? 0);

/** No token from before this position can be followed; a calendar that was restored has none from before that. */
export const oldestPosition = async (db: Reader): Promise<number> =>
  Math.max(await prunedThrough(db), Number((await findMeta(db, 'changes_restored_at')) ?? 0));

/**
 * Forgets what no token can ask for any more: changes that were followed, as long ago as that, by another one of the
 * same record, and deleted records. The newest change of a living record stays, however old it is. Walks through the
 * log once, so that a write costs the same whatever the log holds.
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
