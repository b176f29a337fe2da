import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { hasTitle } from '../records/list/title-order.ts';
import { unrelateEvents } from '../records/rows/event-relations.ts';
import { rowInserter } from '../records/rows/rows.ts';
import { shownTexts } from '../records/texts/shown-texts.ts';
import type { PlainColumn } from './table.ts';
import type { RelatedRecord } from './types.ts';

const shown = shownTexts('r.id');

/** Venues and organizers with their texts, field by field in the language or in their own (D58). */
export function relatedIn(db: Reader, language: string) {
  return db
    .selectFrom('linked_records as r')
    .innerJoin('record_texts as o', (join) =>
      join.onRef('o.record_id', '=', 'r.id').onRef('o.language', '=', 'r.language'),
    )
    .leftJoin('record_texts as l', (join) => join.onRef('l.record_id', '=', 'r.id').on('l.language', '=', language))
    .selectAll('r')
    .select([
      shown.title.as('name'),
      shown.description.as('description'),
      shown.excerpt.as('excerpt'),
      shown.website.as('website'),
      shown.slug.as('slug'),
      shown.shown_language.as('shown_language'),
      shown.translations.as('translations'),
    ]);
}

const relatedById = statement((db, { kind, id, language }: { kind: RelatedKind; id: number; language: string }) =>
  relatedIn(db, language).where('r.id', '=', id).where('r.kind', '=', kind),
);

export const findRelated = async (
  db: Reader,
  kind: RelatedKind,
  id: number,
  language: string,
): Promise<RelatedRecord | undefined> => (await relatedById(db, { kind, id, language }))[0];

/** The record's own row, for writing: without texts. */
export const findRelatedRow = (db: Reader, kind: RelatedKind, id: number): Promise<RelatedRecordsTable | undefined> =>
  db.selectFrom('linked_records').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();

export async function findManyRelated(
  db: Reader,
  kind: RelatedKind,
  ids: readonly number[],
  language: string,
): Promise<RelatedRecord[]> {
  return ids.length === 0 ? [] : relatedIn(db, language).where('r.id', 'in', ids).where('r.kind', '=', kind).execute();
}

/** At once. */
const mostNamed = 100;

export interface Namesake {
  kind: RelatedKind;
  name: string;
  /** Other than its own, with its texts in that; without, its own. */
  language?: string;
  columns: Partial<Record<PlainColumn, string>>;
}

/** The oldest that is meant of the records that are not in the trash, are named exactly so and have these columns. */
export async function findNamed(
  db: Reader,
  { kind, name, language, columns }: Namesake,
  isMeant: (record: RelatedRecord) => boolean,
): Promise<RelatedRecord | undefined> {
  const texts = language === undefined ? 'o' : 'l';
  const query = named(relatedIn(db, language ?? ''), texts, kind, name);
  const alike = Object.entries(columns).map(([column, value]) => sql<SqlBool>`${sql.ref(`r.${column}`)} = ${value}`);
  for (let last = 0; ; ) {
    const after = sql<SqlBool>`${sql.ref(`${texts}.record_id`)} > ${last}`;
    const records: RelatedRecord[] = await query
      .where((eb) => eb.and([after, ...alike]))
      .limit(mostNamed)
      .execute();
    const found = records.find(isMeant);
    if (found || records.length < mostNamed) return found;
    last = (records.at(-1) as RelatedRecord).id;
    // Others are answered in between.
    await setImmediate();
  }
}

function named(query: ReturnType<typeof relatedIn>, texts: 'o' | 'l', kind: RelatedKind, name: string) {
  return query
    .where(`${texts}.kind`, '=', kind)
    .where(hasTitle(texts, name))
    .where('r.status', '<>', 'trash')
    .orderBy(`${texts}.record_id`);
}

export const insertRelatedRows = rowInserter('linked_records');

/** Best with the columns that change only: each that is named has its indexes written. */
export async function updateRelatedRow(db: Writer, id: number, changes: Partial<RelatedRecordsTable>): Promise<void> {
  if (Object.keys(changes).length > 0)
    await db.updateTable('linked_records').set(changes).where('id', '=', id).execute();
}

/** For good, with all links to it. */
export async function deleteRelated(db: Writer, id: number): Promise<void> {
  await unrelateEvents(db, 'event_links', id);
  await db.deleteFrom('linked_records').where('id', '=', id).execute();
}
