// Reads all records of a calendar, page by page.

import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import { textNames } from '../resources/records/texts/texts.ts';
import type { Reader } from '../store/store.ts';

const pageSize = 500;

/** All rows by ascending id; `load` reads the page after an id. */
async function* pages<T extends { id: number }>(load: (after: number) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let after = 0; ; ) {
    const rows = await load(after);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = (rows.at(-1) as T).id;
  }
}

export const eventPages = (db: Reader) =>
  pages((after) => db.selectFrom('events').selectAll().where('id', '>', after).orderBy('id').limit(pageSize).execute());

export const mediaPages = (db: Reader) =>
  pages((after) => db.selectFrom('media').selectAll().where('id', '>', after).orderBy('id').limit(pageSize).execute());

export const relatedPages = (db: Reader, kind: RelatedKind) =>
  pages((after) =>
    db
      .selectFrom('linked_records')
      .selectAll()
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );

export const termPages = (db: Reader, taxonomy: Taxonomy) =>
  pages((after) =>
    db
      .selectFrom('terms')
      .selectAll()
      .where('taxonomy', '=', taxonomy)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute(),
  );

export async function textsOfRecords(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('record_texts')
    .select(['record_id', 'language', ...textNames, 'slug'])
    .where('record_id', 'in', ids)
    .orderBy('language')
    .execute();
  return Map.groupBy(rows, (row) => row.record_id);
}

export async function textsOfTerms(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('term_texts')
    .select(['term_id', 'language', 'name', 'description', 'slug'])
    .where('term_id', 'in', ids)
    .orderBy('language')
    .execute();
  return Map.groupBy(rows, (row) => row.term_id);
}

export async function linksOfEvents(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('event_links')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.event_id);
}

export async function termsOfEvents(db: Reader, ids: readonly number[]) {
  const rows = await db
    .selectFrom('event_terms as link')
    .innerJoin('terms as t', 't.id', 'link.term_id')
    .select(['link.event_id', 't.id', 't.taxonomy'])
    .where('link.event_id', 'in', ids)
    .orderBy('t.id')
    .execute();
  return Map.groupBy(rows, (row) => row.event_id);
}

export async function countRecords(db: Reader): Promise<number> {
  const count = async (table: 'users' | 'terms' | 'record_ids') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  return (await count('users')) + (await count('terms')) + (await count('record_ids'));
}
