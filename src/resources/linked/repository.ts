import { type Insertable, type SqlBool, sql } from 'kysely';
import { foldText } from '../../core/text/fold.ts';
import type { EventLinksTable, LinkedKind, LinkedRecordsTable } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { knownOf, type LinkedEvent } from '../records/known-of-event.ts';
import { type BesideRecord, besideRecord, readIn, shownTexts, withTexts } from '../records/shown-texts.ts';
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
export const linkedNamed = (db: Reader, kind: LinkedKind, name: string): Promise<LinkedRecord[]> =>
  named(linkedIn(db, ''), 'o', kind, name);

/** The same in another language, with their texts of that. */
export const linkedNamedIn = (db: Reader, kind: LinkedKind, name: string, language: string): Promise<LinkedRecord[]> =>
  named(linkedIn(db, language), 'l', kind, name);

function named(
  query: ReturnType<typeof linkedIn>,
  texts: 'o' | 'l',
  kind: LinkedKind,
  name: string,
): Promise<LinkedRecord[]> {
  const folded = foldText(name);
  return (
    query
      .where(`${texts}.kind`, '=', kind)
      .where(`${texts}.title`, '=', name)
      // Each engine's index of titles.
      .where(`${texts}.title_folded`, '=', folded)
      .where(sql<SqlBool>`substr(${sql.ref(`${texts}.title_folded`)}, 1, 600) = substr(${folded}, 1, 600)`)
      .where('r.status', '<>', 'trash')
      .orderBy('r.id')
      .limit(100)
      .execute()
  );
}

const linkedOfEvents = statement((db, { eventIds, language }: { eventIds: readonly number[]; language: string }) =>
  db
    .with('own', (links) =>
      links
        .selectFrom('event_links')
        .select('record_id')
        .select(sql<string>`string_agg(event_id || ' ' || kind || ' ' || position, ',')`.as('places'))
        .where('event_id', 'in', eventIds)
        .groupBy('record_id'),
    )
    .selectFrom('own')
    .leftJoin('linked_records as r', (join) => join.onRef('r.id', '=', 'own.record_id').on('r.status', '<>', 'trash'))
    .leftJoin('record_texts as t', (join) => join.onRef('t.record_id', '=', 'r.id').on(readIn(language)))
    .select(['own.record_id', 'own.places'])
    .selectAll('r')
    .select(besideRecord),
);

type OfEvents = { [Column in keyof LinkedRecordsTable]: LinkedRecordsTable[Column] } & BesideRecord;

export interface Link {
  id: number;
  /** `undefined` where it is in the trash. */
  record: LinkedRecord | undefined;
}

/** Venues and organizers of events, in their order: one query per relation for a whole page. */
export async function linkedByEvents(
  db: Reader,
  eventIds: readonly number[],
  language: string,
): Promise<Map<number, Link[]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await linkedOfEvents(db, { eventIds, language });
  const records = new Map<number, LinkedRecord>();
  const found = rows.filter((row) => row.id !== null) as unknown as OfEvents[];
  for (const [id, { title: name, ...record }] of withTexts(found, language)) records.set(id, { ...record, name });
  const places = new Map(rows.map((row) => [row.record_id, row.places]));
  const links = [...places].flatMap(([id, text]) => text.split(',').map((place) => ({ id, ...placeOf(place) })));
  links.sort((a, b) => a.kind.localeCompare(b.kind) || a.position - b.position);
  const byEvent = Map.groupBy(links, ({ eventId }) => eventId);
  return new Map(
    [...byEvent].map(([eventId, own]) => [eventId, own.map(({ id }) => ({ id, record: records.get(id) }))]),
  );
}

function placeOf(text: string): { eventId: number; kind: string; position: number } {
  const [eventId, kind, position] = text.split(' ') as [string, string, string];
  return { eventId: Number(eventId), kind, position: Number(position) };
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
