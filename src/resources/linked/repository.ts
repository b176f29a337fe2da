import { type Insertable, type SqlBool, sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import type { EventLinksTable, LinkedKind, LinkedRecordsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { knownOf, type LinkedEvent } from '../records/known-of-event.ts';
import { besideRecord, readIn, shownTexts, withTexts } from '../records/shown-texts.ts';
import type { LinkedRecord } from './types.ts';

const shown = shownTexts('r.id');

/** Venues and organizers with their texts, field by field in the language or in their own (D58). */
export function linkedIn(db: Reader, language: string) {
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

export const findLinked = (
  db: Reader,
  kind: LinkedKind,
  id: number,
  language: string,
): Promise<LinkedRecord | undefined> =>
  linkedIn(db, language).where('r.id', '=', id).where('r.kind', '=', kind).executeTakeFirst();

/** The record's own row, for writing: without texts. */
export const findLinkedRow = (db: Reader, kind: LinkedKind, id: number): Promise<LinkedRecordsTable | undefined> =>
  db.selectFrom('linked_records').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();

export async function findManyLinked(
  db: Reader,
  kind: LinkedKind,
  ids: readonly number[],
  language: string,
): Promise<LinkedRecord[]> {
  return ids.length === 0 ? [] : linkedIn(db, language).where('r.id', 'in', ids).where('r.kind', '=', kind).execute();
}

/** Records that are not in the trash and have exactly this name in their own language. */
export function linkedNamed(db: Reader, kind: LinkedKind, name: string): Promise<LinkedRecord[]> {
  const folded = foldText(name);
  return (
    linkedIn(db, '')
      .where('o.kind', '=', kind)
      .where('o.title', '=', name)
      // Each engine's index of titles.
      .where('o.title_folded', '=', folded)
      .where(sql<SqlBool>`substr(o.title_folded, 1, 600) = substr(${folded}, 1, 600)`)
      .where('r.status', '<>', 'trash')
      .orderBy('r.id')
      .limit(100)
      .execute()
  );
}

type EventIds = { eventIds: readonly number[] };

const linksOf = statement((db, { eventIds }: EventIds) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'record_id'])
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('kind')
    .orderBy('position'),
);

const linkedRows = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('linked_records as r')
    .innerJoin('record_texts as t', 't.record_id', 'r.id')
    .selectAll('r')
    .select(besideRecord)
    .where('r.id', 'in', ids)
    .where('r.status', '<>', 'trash')
    .where(readIn(language)),
);

/** Venues and organizers of events, in their order: one query per relation for a whole page. `undefined` is in the trash. */
export async function linkedByEvents(
  db: Reader,
  eventIds: readonly number[],
  language: string,
): Promise<Map<number, (LinkedRecord | undefined)[]>> {
  if (eventIds.length === 0) return new Map();
  const links = await linksOf(db, { eventIds });
  const ids = [...new Set(links.map((link) => link.record_id))];
  const rows = ids.length === 0 ? [] : await linkedRows(db, { ids, language });
  const records = new Map<number, LinkedRecord>();
  for (const [id, { title: name, ...record }] of withTexts(rows, language)) records.set(id, { ...record, name });
  const byEvent = new Map<number, (LinkedRecord | undefined)[]>();
  for (const { event_id, record_id } of links) {
    const own = byEvent.get(event_id);
    if (own) own.push(records.get(record_id));
    else byEvent.set(event_id, [records.get(record_id)]);
  }
  return byEvent;
}

export const insertLinked = async (db: Writer, row: LinkedRecordsTable): Promise<void> => {
  await db.insertInto('linked_records').values(row).execute();
};

/** Best with the columns that change only: each that is named has its indexes written. */
export async function updateLinked(db: Writer, id: number, changes: Partial<LinkedRecordsTable>): Promise<void> {
  if (Object.keys(changes).length > 0)
    await db.updateTable('linked_records').set(changes).where('id', '=', id).execute();
}

/** For good, with all links to it. */
export async function deleteLinked(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('event_links').where('record_id', '=', id).execute();
  await db.deleteFrom('linked_records').where('id', '=', id).execute();
}

const deleteLinks = statement((db, { eventId, kind }: { eventId: number; kind: LinkedKind }) =>
  db.deleteFrom('event_links').where('event_id', '=', eventId).where('kind', '=', kind),
);

const insertLinks = statement((db, { rows }: { rows: readonly Insertable<EventLinksTable>[] }) =>
  db.insertInto('event_links').values(rows),
);

export interface EventLinks {
  kind: LinkedKind;
  ids: readonly number[];
}

/** Of an event that has no links of these kinds. */
export async function insertEventLinks(db: Writer, event: LinkedEvent, links: readonly EventLinks[]): Promise<void> {
  const known = knownOf(event);
  const rows = links.flatMap(({ kind, ids }) =>
    ids.map((record_id, position) => ({ event_id: event.id, kind, position, record_id, ...known })),
  );
  if (rows.length > 0) await insertLinks(db, { rows });
}

export async function replaceEventLinks(db: Writer, event: LinkedEvent, links: EventLinks): Promise<void> {
  await deleteLinks(db, { eventId: event.id, kind: links.kind });
  await insertEventLinks(db, event, [links]);
}
