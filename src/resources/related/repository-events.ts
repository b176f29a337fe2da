// Links from events to their venues and organizers.
import type { RelatedKind } from '../../core/kinds.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { rowInserter } from '../records/rows/rows.ts';

const linkIds = statement((db, { eventIds }: { eventIds: readonly number[] }) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'record_id'])
    .where('event_id', 'in', eventIds)
    .orderBy('event_id')
    .orderBy('kind')
    .orderBy('position'),
);

/** Ids of the venues and organizers of events, hidden ones included, in link order. */
export async function linkIdsByEvents(db: Reader, eventIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = eventIds.length === 0 ? [] : await linkIds(db, { eventIds });
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].map(([eventId, eventLinks]) => [eventId, eventLinks.map((row) => row.record_id)]));
}

/** Ids of the venues and of the organizers of each event, in their order. */
export async function linksByEvents(db: Reader, eventIds: readonly number[]) {
  const ofEvents = db.selectFrom('event_links').selectAll().where('event_id', 'in', eventIds);
  const rows = await ofEvents.orderBy('position').execute();
  const groups = Map.groupBy(rows, ({ kind, event_id }) => `${kind} ${event_id}`);
  return (eventId: number): Record<RelatedKind, number[]> => {
    const idsOf = (kind: RelatedKind) => (groups.get(`${kind} ${eventId}`) ?? []).map(({ record_id }) => record_id);
    return { venue: idsOf('venue'), organizer: idsOf('organizer') };
  };
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
  events: readonly { row: { id: number }; links: Partial<Links> }[],
): Promise<void> => insertLinks(db, events.flatMap(linkRows));

const linkRows = ({ row, links }: { row: { id: number }; links: Partial<Links> }) =>
  (['venue', 'organizer'] as const).flatMap((kind) =>
    (links[kind] ?? []).map((record_id, position) => ({ event_id: row.id, kind, position, record_id })),
  );

/** Replaces the links of the given kinds and returns the previous ones. */
export async function replaceEventLinks(db: Writer, id: number, links: Partial<Links>): Promise<Partial<Links>> {
  const previous: Partial<Record<RelatedKind, readonly number[]>> = {};
  for (const kind of Object.keys(links) as RelatedKind[]) {
    const deleted = await deleteLinks(db, { eventId: id, kind });
    previous[kind] = deleted.sort((a, b) => a.position - b.position).map(({ record_id }) => record_id);
  }
  await insertEventLinks(db, [{ row: { id }, links }]);
  return previous;
}
