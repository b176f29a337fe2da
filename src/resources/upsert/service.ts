// The only way in which imports write records: texts, slugs, relations, term counts and change log entries included, all in the
// transaction of `db`.
import { type ChangeKind, isTaxonomy } from '../../core/kinds.ts';
import { type EventPlace, placeEvent } from '../events/save.ts';
import { upsertEvents, upsertRelated } from './events.ts';
import { createIdSpace } from './ids.ts';
import { createSlugBook } from './slugs.ts';
import { restoreSlug, type SourceSlug, translateRecord, translateTerm, withdraw, yieldSlug } from './stored-records.ts';
import { createTermBook } from './term-book.ts';
import type { ImportEvent, UpsertContext } from './types.ts';

export interface UpsertOptions extends Omit<UpsertContext, 'ids' | 'slugs'> {
  /** The highest ids of the source; new ids are higher. */
  maxRecordId: number;
  maxTermId: number;
}

export type Upsert = ReturnType<typeof createUpsert>;
export type TermBook = Awaited<ReturnType<typeof createTermBook>>;

export function createUpsert({ maxRecordId, maxTermId, ...options }: UpsertOptions) {
  const { db, by } = options;
  const context: UpsertContext = { ...options, ids: createIdSpace(db, maxRecordId), slugs: createSlugBook(db) };
  let book: Promise<TermBook> | undefined;
  /** All terms; they are read once. */
  function terms(): Promise<TermBook> {
    book ??= createTermBook(context, maxTermId);
    return book;
  }
  return {
    terms,
    /** In batches of some hundred: new events are inserted together. */
    events: <E extends ImportEvent>(batch: readonly E[]) => upsertEvents(context, batch),
    related: upsertRelated.bind(undefined, context),
    placeEvent: (id: number, place: EventPlace) => placeEvent(db, id, place, by),
    /** Gives a record the slug of its source if that is free; returns whether it was. */
    restoreSlug: async (kind: ChangeKind, id: number, source: SourceSlug) =>
      isTaxonomy(kind) ? (await terms()).restoreSlug(id, source.slug) : restoreSlug(context, kind, id, source),
    /** Gives a record without a slug at its source another one; returns whether its slug became free. */
    yieldSlug: yieldSlug.bind(undefined, context),
    /** Returns the ids of an event's terms. Records in the trash stay there. */
    withdraw: withdraw.bind(undefined, context),
    /** Texts in another language than the original. */
    translateRecord: translateRecord.bind(undefined, context),
    translateTerm: translateTerm.bind(undefined, context),
  };
}
