// Saves checked events, from requests as well as imports: rows, texts, relations, counts, change log and audit.
import type { EventsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { pairs, type State } from '../records/audit/audit-log.ts';
import { auditing } from '../records/audit/record-state.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import type { WriteOrigin } from '../records/scope.ts';
import type { TextRow } from '../records/texts/texts.ts';
import {
  insertRecords,
  type NewRecord,
  type RecordChange,
  type RecordStore,
  updateRecord,
} from '../records/write/save.ts';
import { insertEventLinks, type Links, replaceEventLinks } from '../related/repository-events.ts';
import {
  countEvent,
  countNewEvents,
  insertEventTerms,
  replaceEventTerms,
  type TermIds,
} from '../terms/repository-events.ts';
import { eventRows } from './repository.ts';

export interface NewEvent extends NewRecord<EventsTable> {
  links: Links;
  termIds: readonly number[];
}

const events: RecordStore<EventsTable> = {
  rows: eventRows,
  textsOf: ({ id, language }) => ({ recordId: id, kind: 'event', original: language }),
};

/** The ids have been reserved. */
export async function insertEvents(db: Writer, added: readonly NewEvent[], by: WriteOrigin): Promise<void> {
  await insertRecords(db, events, added, by);
  await insertEventTerms(db, added);
  await insertEventLinks(db, added);
  await countNewEvents(db, added);
}

export type EventPlace = Partial<
  Pick<EventsTable, 'post_parent' | 'hide_from_listings' | 'event_status' | 'modified_at'>
>;

export async function placeEvent(db: Writer, id: number, place: EventPlace, by: WriteOrigin): Promise<void> {
  await auditing(db, by, { kind: 'event', id }, () => eventRows.update(db, id, place));
  await recordChanges(db, 'event', [id], by.now);
}

export interface EventChange extends RecordChange<EventsTable> {
  /** Only the taxonomies that change. */
  terms?: Partial<TermIds>;
  links?: Partial<Links>;
}

/** Returns the event's texts in all languages. */
export async function updateEvent(
  db: Writer,
  before: EventsTable,
  { terms = {}, links = {}, ...change }: EventChange,
  by: WriteOrigin,
): Promise<TextRow[]> {
  const { row } = change;
  const isRecounted = Object.keys(terms).length > 0 || (before.status === 'publish') !== (row.status === 'publish');
  if (isRecounted && before.status === 'publish') await countEvent(db, row.id, -1);
  return updateRecord(db, events, before, change, by, async () => {
    const previousTerms = await replaceEventTerms(db, row.id, terms);
    const previousLinks = await replaceEventLinks(db, row.id, links);
    if (isRecounted && row.status === 'publish') await countEvent(db, row.id, 1);
    return pairs(relationsOf(previousTerms, previousLinks), relationsOf(terms, links));
  });
}

const relationsOf = ({ category, tag }: Partial<TermIds>, { venue, organizer }: Partial<Links>): State => ({
  ...(category && { categories: category.toSorted((a, b) => a - b) }),
  ...(tag && { tags: tag.toSorted((a, b) => a - b) }),
  ...(venue && { venue }),
  ...(organizer && { organizer }),
});
