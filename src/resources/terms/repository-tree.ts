// Ancestors and descendants of categories.
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Reader } from '../../store/store.ts';
import { notDueYet } from './repository.ts';

// The cross join fixes the join order in SQLite: each category's children by index instead of a scan of all categories.
const descendants = statement(
  (_db, { ids }: { ids: readonly number[] }) => sql<{ id: number }>`
    with recursive down (id) as (
      select id from terms where id in (${sql.join(ids)})
      union
      select t.id from down cross join terms t where t.parent_id = down.id and t.taxonomy = 'category')
    select id from down`,
);

export const withDescendants = async (db: Reader, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await descendants(db, { ids })).map((row) => row.id);

/** Ids of categories with published events, and of their ancestors. */
export async function usedWithAncestors(db: Reader, now: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive up (id, parent_id) as (
      select id, parent_id from terms t where taxonomy = 'category' and t.event_count - ${notDueYet(now)} > 0
      union
      select t.id, t.parent_id from terms t join up on t.id = up.parent_id)
    select id from up`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const pathsOf = statement(
  (_db, { ids, language }: { ids: readonly number[]; language: string }) => sql<{
    id: number;
    parent_id: number;
    slug: string;
  }>`
    with recursive up (id, parent_id) as (
      select id, parent_id from terms where id in (${sql.join(ids)})
      union
      select t.id, t.parent_id from terms t join up on t.id = up.parent_id)
    select up.id, up.parent_id, coalesce(l.slug, o.slug) as slug
    from up join term_texts o on o.term_id = up.id and o.is_original = 1
    left join term_texts l on l.term_id = up.id and l.language = ${language}`,
);

/** Parents and slugs of the categories and all their ancestors, from which page addresses are built. One query per response. */
export async function categoryPaths(
  db: Reader,
  ids: readonly number[],
  language: string,
): Promise<Map<number, { parent_id: number; slug: string }>> {
  const rows = ids.length === 0 ? [] : await pathsOf(db, { ids, language });
  return new Map(rows.map((row) => [row.id, row]));
}
