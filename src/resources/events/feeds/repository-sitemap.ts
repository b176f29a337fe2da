import { type SqlBool, sql } from 'kysely';
import { anonymous } from '../../../core/roles.ts';
import type { Reader } from '../../../store/store.ts';
import { visible } from '../../records/list/visibility.ts';

/** Ids in one part: with eight languages and the longest slugs it stays far below 50,000 addresses and 50 MB. */
const partSize = 1000;

/** Events that anyone finds in lists. */
const listed = (now: number) => sql<SqlBool>`${visible('e', { caller: anonymous, now })} and e.hide_from_listings = 0`;

/** The parts that have events, with their newest change. By ids, so that a part stays the same while others grow. */
export async function sitemapParts(db: Reader, now: number): Promise<{ part: number; modifiedAt: number }[]> {
  const { rows } = await sql<{ part: number; modified: number }>`
    select e.id / ${sql.lit(partSize)} as part, max(case when e.modified_at > e.published_at then e.modified_at else e.published_at end) as modified
    from events e where ${listed(now)} group by 1 order by 1`.execute(db);
  return rows.map(({ part, modified }) => ({ part, modifiedAt: modified }));
}

export interface SitemapRow {
  id: number;
  modified_at: number;
  published_at: number;
  language: string;
  /** Of the text. */
  text_language: string;
  slug: string | null;
}

/** One row per event and language, by id; the original language first. */
export const sitemapRows = (db: Reader, part: number, now: number): Promise<SitemapRow[]> =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as x', 'x.record_id', 'e.id')
    .select(['e.id', 'e.modified_at', 'e.published_at', 'e.language', 'x.language as text_language', 'x.slug'])
    .where(listed(now))
    .where('e.id', '>=', part * partSize)
    .where('e.id', '<', (part + 1) * partSize)
    .orderBy('e.id')
    .orderBy('x.is_original', 'desc')
    .orderBy('x.language')
    .execute();
