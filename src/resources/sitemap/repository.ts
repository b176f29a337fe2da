// Which records have pages, in which languages.
import { type SqlBool, sql } from 'kysely';
import type { ChangeKind } from '../../core/kinds.ts';
import { anonymous } from '../../core/roles.ts';
import type { Reader } from '../../store/store.ts';
import { visibleById } from '../records/list/visibility.ts';
import { categoryPaths } from '../terms/repository.ts';

/** Ids in one part: with eight languages and the longest slugs it stays far below 50,000 URLs and 50 MB. */
const partSize = 1000;

export interface SitemapRow {
  id: number;
  /** UTC seconds; unknown for terms. */
  modified: number;
  /** Language of the record. */
  language: string;
  /** Language of the text. */
  text_language: string;
  /** Null if that of the original applies. */
  slug: string | null;
}

const publicly = (now: number) => sql<SqlBool>`${visibleById('e', { caller: anonymous, now })}`;
const newest = sql<number>`case when e.modified_at > e.published_at then e.modified_at else e.published_at end`;
const records = { texts: sql`record_texts x on x.record_id = e.id`, modified: newest };
const terms = { table: sql`terms e`, texts: sql`term_texts x on x.term_id = e.id`, modified: sql<number>`0` };

/** The records of each kind under the alias `e`, and their texts under the alias `x`. */
const sources = {
  event: {
    ...records,
    table: sql`events e`,
    // Protected events answer 403.
    where: (now: number) => sql`${publicly(now)} and e.hide_from_listings = 0 and e.password_hash is null`,
  },
  venue: {
    ...records,
    table: sql`linked_records e`,
    where: (now: number) => sql`${publicly(now)} and e.kind = 'venue'`,
  },
  organizer: {
    ...records,
    table: sql`linked_records e`,
    where: (now: number) => sql`${publicly(now)} and e.kind = 'organizer'`,
  },
  category: { ...terms, where: () => sql`e.taxonomy = 'category'` },
  tag: { ...terms, where: () => sql`e.taxonomy = 'tag'` },
};

/** The parts that have pages, with their newest change. By ids, so that a part stays the same while others grow. */
export async function sitemapParts(
  db: Reader,
  kind: ChangeKind,
  now: number,
): Promise<{ part: number; modified: number }[]> {
  const { table, modified, where } = sources[kind];
  const { rows } = await sql<{ part: number; modified: number }>`
    select e.id / ${sql.lit(partSize)} as part, max(${modified}) as modified
    from ${table} where ${where(now)} group by 1 order by 1`.execute(db);
  return rows;
}

/** The first part that has pages; 0 if none has. */
export async function firstSitemapPart(db: Reader, kind: ChangeKind, now: number): Promise<number> {
  const { table, where } = sources[kind];
  const { rows } = await sql<{ part: number }>`
    select e.id / ${sql.lit(partSize)} as part from ${table} where ${where(now)} order by e.id limit 1`.execute(db);
  return rows[0]?.part ?? 0;
}

/** One row per page and language, by id; the original language first. */
export async function sitemapRows(db: Reader, kind: ChangeKind, part: number, now: number): Promise<SitemapRow[]> {
  const { table, texts, modified, where } = sources[kind];
  const { rows } = await sql<SitemapRow>`
    select e.id, ${modified} as modified, e.language, x.language as text_language, x.slug
    from ${table} join ${texts}
    where ${where(now)} and e.id >= ${part * partSize} and e.id < ${(part + 1) * partSize}
    order by e.id, x.is_original desc, x.language`.execute(db);
  return rows;
}

export async function pathsByLanguage(db: Reader, rows: readonly SitemapRow[]) {
  const found = Map.groupBy(rows, ({ text_language }) => text_language);
  const paths = [...found].map(async ([language, texts]) => {
    const ids = texts.map(({ id }) => id);
    return [language, await categoryPaths(db, ids, language)] as const;
  });
  return new Map(await Promise.all(paths));
}

/** Months in which events start, as `2027-05`, from the current month on: past months are not indexed. */
export async function monthsWithEvents(db: Reader, now: number, thisMonth: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct substr(e.start_wall, 1, 7) as month from events e
    where ${sources.event.where(now)} and e.start_wall >= ${thisMonth} order by 1`.execute(db);
  return rows.map(({ month }) => month);
}
