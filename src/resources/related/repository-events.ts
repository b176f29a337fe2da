// Links from events to their venues and organizers.
import { sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { copiedColumns, type RelatedEvent } from '../records/rows/event-relations.ts';
import { rowInserter } from '../records/rows/rows.ts';
import { readIn, textColumns } from '../records/texts/localised-texts.ts';
import { findRelatedByIds, named } from './repository.ts';
import type { RelatedRecord } from './types.ts';

const relatedOfEvents = statement((db, { eventIds, language }: { eventIds: readonly number[]; language: string }) =>
  db
    .with('links', (qb) =>
      qb
        .selectFrom('event_links')
        .select('record_id')
        .select(sql<string>`string_agg(event_id || ' ' || kind || ' ' || position, ',')`.as('places'))
        .where('event_id', 'in', eventIds)
        .groupBy('record_id'),
    )
    .selectFrom('links')
    .leftJoin('linked_records as r', (join) => join.onRef('r.id', '=', 'links.record_id').on('r.status', '<>', 'trash'))
    .leftJoin('record_texts as t', (join) => join.onRef('t.record_id', '=', 'r.id').on(readIn(language)))
    .select(['links.record_id', 'links.places'])
    .selectAll('r')
    .select(textColumns),
);

export interface Link {
  id: number;
  /** `undefined` if it is in the trash. */
  record: RelatedRecord | undefined;
}

/** Venues and organizers of all events of a page in link order, with one query. */
export async function relatedByEvents(
  db: Reader,
  eventIds: readonly number[],
  language: string,
): Promise<Map<number, Link[]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await relatedOfEvents(db, { eventIds, language });
  const records = named(rows.filter((row) => row.id !== null) as unknown as Parameters<typeof named>[0], language);
  const places = new Map(rows.map((row) => [row.record_id, row.places]));
  const links = [...places].flatMap(([id, text]) => text.split(',').map((place) => ({ id, ...placeOf(place) })));
  links.sort((a, b) => a.kind.localeCompare(b.kind) || a.position - b.position);
  const byEvent = Map.groupBy(links, ({ eventId }) => eventId);
  return new Map(
    [...byEvent].map(([eventId, eventLinks]) => [
      eventId,
      eventLinks.map(({ id }) => ({ id, record: records.get(id) })),
    ]),
  );
}

function placeOf(text: string): { eventId: number; kind: string; position: number } {
  const [eventId, kind, position] = text.split(' ') as [string, string, string];
  return { eventId: Number(eventId), kind, position: Number(position) };
}

const linkIds = statement((db, { eventIds }: { eventIds: readonly number[] }) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'record_id'])
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('kind')
    .orderBy('position'),
);

/** Ids of the venues and organizers of events, hidden ones included, in the order of `relatedByEvents`. */
export async function linkIdsByEvents(db: Reader, eventIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = eventIds.length === 0 ? [] : await linkIds(db, { eventIds });
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].map(([eventId, eventLinks]) => [eventId, eventLinks.map((row) => row.record_id)]));
}

/** Venues and organizers by id, without those in the trash. */
export async function findRelatedOfBothKinds(
  db: Reader,
  ids: readonly number[],
  language: string,
): Promise<Map<number, RelatedRecord>> {
  const records = await findRelatedByIds(db, ids, language);
  return new Map(records.flatMap((record) => (record.status === 'trash' ? [] : [[record.id, record]])));
}

const deleteLinks = statement((db, { eventId, kind }: { eventId: number; kind: RelatedKind }) =>
  db
    .deleteFrom('event_links')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .returning(['position', 'record_id']),
);

export type Links = Readonly<Record<RelatedKind, readonly number[]>>;

const insertLinks = rowInserter('event_links');

/** The events must not have links of these kinds yet. List order is the order of display. */
export const insertEventLinks = (
  db: Writer,
  events: readonly { row: RelatedEvent; links: Partial<Links> }[],
): Promise<void> => insertLinks(db, events.flatMap(linkRows));

const linkRows = ({ row, links }: { row: RelatedEvent; links: Partial<Links> }) =>
  (['venue', 'organizer'] as const).flatMap((kind) =>
    (links[kind] ?? []).map((record_id, position) => ({
      event_id: row.id,
      kind,
      position,
      record_id,
      ...copiedColumns(row),
    })),
  );

/** Replaces the links of the given kinds and returns the previous ones. */
export async function replaceEventLinks(db: Writer, row: RelatedEvent, links: Partial<Links>): Promise<Partial<Links>> {
  const former: Partial<Record<RelatedKind, readonly number[]>> = {};
  for (const kind of Object.keys(links) as RelatedKind[]) {
    const deleted = await deleteLinks(db, { eventId: row.id, kind });
    former[kind] = deleted.sort((a, b) => a.position - b.position).map(({ record_id }) => record_id);
  }
  await insertEventLinks(db, [{ row, links }]);
  return former;
}
