import { sql } from 'kysely';
import type { Reader, Writer } from '../../store/store.ts';

/** What a token promises at least, counted from the moment that it names. */
export const tokenDays = 30;
/** A series of pages may begin with a token as old as that and take as long; a day for clocks that disagree. */
const keptSeconds = (2 * tokenDays + 1) * 86_400;
/** Looked at in one go, so that no write takes long for it. */
const batchSize = 100;
const watermarkKey = 'changes_pruned_through';

/**
 * Forgets what no token can ask for any more: changes that were followed, as long ago as that, by another one of the
 * same record, and deleted records. The newest change of a living record stays, however old it is. Walks through the
 * log once, so that a write costs the same whatever the log holds.
 */
export async function pruneChanges(db: Writer, now: number): Promise<void> {
  const from = await watermark(db);
  const last = await db
    .selectFrom('changes')
    .select(['seq', 'at'])
    .where('seq', '>', from)
    .orderBy('seq')
    .limit(1)
    .offset(batchSize - 1)
    .executeTakeFirst();
  if (!last || last.at >= now - keptSeconds) return;
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
  await setWatermark(db, last.seq);
}

async function watermark(db: Reader): Promise<number> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', watermarkKey).executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function setWatermark(db: Writer, seq: number): Promise<void> {
  const value = String(seq);
  await db
    .insertInto('meta')
    .values({ key: watermarkKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
