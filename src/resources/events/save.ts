// Saves checked events, from requests as well as imports: rows, texts, relations, counts, change log and audit.
import type { EventsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordAudit, recordCreated, updateOf } from '../records/audit/audit-log.ts';
import { pairs, type State } from '../records/audit/changes.ts';
import { auditing, rowChanges } from '../records/audit/record-state.ts';
import { recordChanges, recordChangesOf } from '../records/changes/change-log.ts';
import { changesOf } from '../records/rows/rows.ts';
import type { Stamp } from '../records/scope.ts';
import { insertTexts, type LanguageTexts, saveTexts, type TextChange, type TextRow } from '../records/texts/texts.ts';
import { insertEventLinks, type Links, replaceEventLinks } from '../related/repository-events.ts';
import {
  countEvent,
  countNewEvents,
  insertEventTerms,
  replaceEventTerms,
  type TermIds,
} from '../terms/repository-events.ts';
import { insertEventRows, updateEventRow } from './repository.ts';

export interface NewEvent {
  row: EventsTable;
  texts: readonly LanguageTexts[];
  links: Links;
  termIds: readonly number[];
}

const textsOf = ({ id, language }: EventsTable) => ({ recordId: id, kind: 'event', original: language }) as const;

/** The ids have been reserved. `areNew`: no record ever had these ids before. */
export async function insertEvents(
  db: Writer,
  events: readonly NewEvent[],
  by: Stamp,
  { areNew = false } = {},
): Promise<void> {
  const rows = events.map(({ row }) => row);
  const ids = rows.map(({ id }) => id);
  await insertEventRows(db, rows);
  await insertTexts(
    db,
    events.map(({ row, texts }) => ({ of: textsOf(row), texts })),
  );
  await insertEventTerms(db, events);
  await insertEventLinks(db, events);
  await countNewEvents(db, events);
  await recordChangesOf(db, 'event', rows, { now: by.now, areNew });
  await recordCreated(db, by, 'event', ids);
}

export type EventPlace = Partial<
  Pick<EventsTable, 'post_parent' | 'hide_from_listings' | 'event_status' | 'modified_at'>
>;

/** Changes the parent, listing or event status of an event. */
export async function placeEvent(db: Writer, id: number, place: EventPlace, by: Stamp): Promise<void> {
  await auditing(db, by, { kind: 'event', id }, () => updateEventRow(db, id, place));
  await recordChanges(db, 'event', [id], by.now);
}

export interface EventChange {
  row: EventsTable;
  /** Language of the texts. */
  language: string;
  texts: TextChange;
  /** Only the taxonomies that change. */
  terms?: Partial<TermIds>;
  links?: Partial<Links>;
}

/** Returns the event's texts in all languages. */
export async function updateEvent(
  db: Writer,
  before: EventsTable,
  { row, language, texts, terms = {}, links = {} }: EventChange,
  by: Stamp,
): Promise<TextRow[]> {
  const isRecounted = Object.keys(terms).length > 0 || (before.status === 'publish') !== (row.status === 'publish');
  if (isRecounted && before.status === 'publish') await countEvent(db, row.id, -1);
  await updateEventRow(db, row.id, changesOf(before, row));
  const written = await saveTexts(db, textsOf(row), language, texts);
  const formerTerms = await replaceEventTerms(db, row, terms);
  const formerLinks = await replaceEventLinks(db, row, links);
  if (isRecounted && row.status === 'publish') await countEvent(db, row.id, 1);
  await recordChangesOf(db, 'event', [row], { now: by.now });
  const relations = pairs(relationsOf(formerTerms, formerLinks), relationsOf(terms, links));
  await recordAudit(db, by, [
    updateOf('event', row.id, { ...rowChanges(before, row), ...written.changes, ...relations }),
  ]);
  return written.rows;
}

const relationsOf = ({ category, tag }: Partial<TermIds>, { venue, organizer }: Partial<Links>): State => ({
  ...(category && { categories: category.toSorted((a, b) => a - b) }),
  ...(tag && { tags: tag.toSorted((a, b) => a - b) }),
  ...(venue && { venue }),
  ...(organizer && { organizer }),
});
