// Reads all records of a calendar, page by page.
import { type SelectQueryBuilder, sql } from 'kysely';
import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import { textNames } from '../resources/records/texts/texts.ts';
import type { Database } from '../store/schema.ts';
import type { Reader } from '../store/store.ts';

const pageSize = 500;

/** All rows of the query by ascending id. */
async function* pages<Table extends keyof Database, Row extends { id: number }>(
  query: SelectQueryBuilder<Database, Table, Row>,
): AsyncGenerator<Row[]> {
  const id = sql.ref<number>('id');
  for (let after = 0; ; ) {
    const rows = await query.where(id, '>', after).orderBy(id).limit(pageSize).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = (rows.at(-1) as Row).id;
  }
}

export const eventPages = (db: Reader) => pages(db.selectFrom('events').selectAll());

export const mediaPages = (db: Reader) => pages(db.selectFrom('media').selectAll());

export const relatedPages = (db: Reader, kind: RelatedKind) =>
  pages(db.selectFrom('linked_records').selectAll().where('kind', '=', kind));

export const termPages = (db: Reader, taxonomy: Taxonomy) =>
  pages(db.selectFrom('terms').selectAll().where('taxonomy', '=', taxonomy));

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

export async function countRecords(db: Reader): Promise<number> {
  let total = 0;
  for (const table of ['users', 'terms', 'record_ids'] as const) {
    const count = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
    total += (await count.executeTakeFirstOrThrow()).count;
  }
  return total;
}
