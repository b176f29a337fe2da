// Records of a source in the terms of this calendar, and the outcome of their upsert.

import type { EventTimes } from '../../core/dates/event-span.ts';
import type { RelatedKind, StoredStatus, Taxonomy } from '../../core/kinds.ts';
import type { EventsTable, RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import type { emptyEventColumns } from '../events/fields/table.ts';
import type { WriteOrigin } from '../records/scope.ts';
import type { StatedTexts, Texts } from '../records/texts/texts.ts';
import type { emptyRelatedColumns } from '../related/table.ts';
import type { Term } from '../terms/types.ts';
import type { IdSpace } from './ids.ts';
import type { SlugBook } from './slugs.ts';

/** `undefined`: not stated by the source. */
export interface Publication {
  status: StoredStatus;
  publishedAt: number | undefined;
  modifiedAt: number | undefined;
  /** The file states when it was written: a later time alone is no change. */
  isStampedOnExport?: boolean;
}

export interface ImportRecord extends Publication {
  /** Stable key of the record at its source, by which it is found; the external id of a new record. */
  key: string;
  /** Its id at the source, kept if it is free here. */
  id: number | undefined;
  /** Its external id at the source, which only Kalends states. */
  externalId?: string | undefined;
  /** Id of the stored record that it matches, regardless of its key. */
  knownId?: number | undefined;
  language: string | undefined;
  /** Author, as the source names them. */
  author: string;
  texts: StatedTexts;
  /** Before it is made unique; empty to derive it from the title. */
  slug: string;
}

/** A stored event keeps the values of columns that are left out. */
export type EventColumns = EventTimes &
  Partial<typeof emptyEventColumns & Pick<EventsTable, 'image_id' | 'external_id'>>;

export interface ImportEvent extends ImportRecord {
  columns: EventColumns;
  links: Readonly<Record<RelatedKind, readonly number[]>>;
  termIds: Readonly<Record<Taxonomy, readonly number[]>>;
  /** Password-protected at the source, which reveals title and dates only; a stored event is not changed. */
  isMasked?: boolean;
  /** Changes a stored event, but creates none. */
  updateOnly?: boolean;
  /** Fills in the values that the source does not state from the stored event. */
  complete?(stored: StoredEvent): this;
}

/** Columns that are left out if the source does not state them, and then keep what is stored. */
type Unstated = 'geo_lat' | 'geo_lng';

export type RelatedColumns = Omit<typeof emptyRelatedColumns, Unstated> &
  Partial<Pick<RelatedRecordsTable, Unstated | 'image_id'>>;

export interface ImportRelated extends ImportRecord {
  kind: RelatedKind;
  columns: RelatedColumns;
}

export interface ImportTerm {
  taxonomy: Taxonomy;
  /** `null`: the term belongs to this calendar alone. */
  key: string | null;
  id: number | undefined;
  language: string | undefined;
  name: string;
  description: string;
  slug: string;
  /** Parent category of a new term; existing terms are moved. */
  parentId?: number;
}

/** A stored event with its original texts. */
export interface StoredEvent {
  event: EventsTable & Texts & { slug: string };
  translations: readonly (Texts & { slug: string })[];
  links: Record<RelatedKind, number[]>;
  termIds: Record<Taxonomy, number[]>;
}

/** A stored term with its original texts. */
export type StoredTerm = Pick<
  Term,
  'id' | 'taxonomy' | 'parent_id' | 'external_id' | 'language' | 'name' | 'description' | 'slug'
>;

/**
 * `kept`: the record differs, but was changed locally after its last change at the source. `skipped`: the record is not
 * stored, and only stored records were to be updated.
 */
export type Decision = 'created' | 'updated' | 'unchanged' | 'kept' | 'skipped';

export interface Outcome {
  /** `undefined` if the record was skipped. */
  id: number | undefined;
  decision: Decision;
  /** Changed locally since its last change at the source, even if only in fields that the source does not state. */
  isNewerHere: boolean;
  /** Stored in another language than the source's; its texts are not changed. */
  isOtherLanguage: boolean;
  /** The source shows only a part of the stored record, which therefore stays unchanged. */
  isPartial: boolean;
}

export interface EventOutcome<E extends ImportEvent = ImportEvent> extends Outcome {
  /** As it was written. */
  record: E;
  /** The event before the change. */
  stored: StoredEvent | undefined;
}

export interface UpsertContext {
  db: Writer;
  /** UTC seconds. */
  now: number;
  /** Origin of the writes for the audit log. */
  by: WriteOrigin;
  /** Language of texts for which the source states none. */
  language: string;
  /** Maps an author of the source to a user here. */
  authorOf: (author: string) => number;
  ids: IdSpace;
  slugs: SlugBook;
}
