// The only way in which imports write records: texts, slugs, relations, term counts and change log entries included, all in the
// transaction of `db`.
import type { RecordKind, RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { type EventPlace, placeEvent } from '../events/save.ts';
import type { RelatedRecord } from '../related/types.ts';
import { upsertEvents, withdrawEvent } from './events.ts';
import { createIdSpace } from './ids.ts';
import { readdress, type SourceSlug } from './readdress.ts';
import { upsertRelated, withdrawRelated } from './related.ts';
import { createSlugBook } from './slugs.ts';
import { createTermBook } from './term-book.ts';
import { type TermTranslation, type Translation, translateRecord, translateTerm } from './translations.ts';
import type {
  EventOutcome,
  ImportEvent,
  ImportRelated,
  RelatedOutcome,
  StoredEvent,
  TermBook,
  UpsertContext,
} from './types.ts';

export interface Upsert {
  /** In batches of some hundred: new events are inserted together. */
  events(batch: readonly ImportEvent[]): Promise<EventOutcome[]>;
  related(record: ImportRelated): Promise<RelatedOutcome>;
  /** All terms; they are read once. */
  terms(): Promise<TermBook>;
  /** Sets an event's parent, whether lists include it, or its status. */
  placeEvent(id: number, place: EventPlace): Promise<void>;
  /** Gives a record the slug of its source if that is free; returns whether it was. */
  readdress(kind: RecordKind | Taxonomy, id: number, source: SourceSlug): Promise<boolean>;
  /** Return the record before the change; undefined if it does not exist or is in the trash. */
  withdrawEvent(id: number, to: 'trash' | 'draft'): Promise<StoredEvent | undefined>;
  withdrawRelated(kind: RelatedKind, id: number, to: 'trash' | 'draft'): Promise<RelatedRecord | undefined>;
  /** Texts in another language than the original. Return whether anything changed. */
  translateRecord(kind: 'event' | RelatedKind, id: number, translation: Translation): Promise<boolean>;
  translateTerm(taxonomy: Taxonomy, id: number, translation: TermTranslation): Promise<boolean>;
}

export interface UpsertOptions extends Omit<UpsertContext, 'ids' | 'slugs'> {
  /** The highest ids of the source; new ids are higher. */
  maxRecordId: number;
  maxTermId: number;
}

export function createUpsert({ maxRecordId, maxTermId, ...options }: UpsertOptions): Upsert {
  const { db, by } = options;
  let book: Promise<TermBook> | undefined;
  const context = { ...options, ids: createIdSpace(db, maxRecordId), slugs: createSlugBook(db) };
  return {
    events: (batch) => upsertEvents(context, batch),
    related: (record) => upsertRelated(context, record),
    terms() {
      book ??= createTermBook(context, maxTermId);
      return book;
    },
    async readdress(kind, id, source) {
      if (kind !== 'category' && kind !== 'tag') return readdress(context, kind, id, source);
      book ??= createTermBook(context, maxTermId);
      return (await book).readdress(id, source.slug);
    },
    placeEvent: (id, place) => placeEvent(db, id, place, by),
    withdrawEvent: (id, to) => withdrawEvent(context, id, to),
    withdrawRelated: (kind, id, to) => withdrawRelated(context, kind, id, to),
    translateRecord: (kind, id, translation) => translateRecord(context, kind, id, translation),
    translateTerm: (taxonomy, id, translation) => translateTerm(context, taxonomy, id, translation),
  };
}
