// Records as pages of the interface tell them, in the terms of this calendar but with the source's ids.

import type { Zones } from '../../core/dates/zones.ts';
import type { Language } from '../../core/languages.ts';
import type { Texts } from '../../resources/records/texts.ts';
import type { PlainColumn } from '../../resources/related/types.ts';
import type { EventsTable, RelatedKind, RelatedRecordsTable, StoredStatus, Taxonomy } from '../../store/schema.ts';
import type { RawRecord } from './values.ts';

/** What reading a page depends on besides the page. */
export interface PageContext {
  zones: Zones;
  siteZone: string;
  /** Site of records that name none themselves; '' is unknown. */
  site: string;
  /** The image here that was taken from an address; without it images are not carried over. */
  imageIdOf?: (address: string) => number | undefined;
  /** Why a published event must not be open here, such as a password at the source. */
  whyClosed?: (eventId: number) => string | undefined;
}

/** Notes something about the record being read. */
export type Note = (what: string, detail?: string) => void;

/** The record cannot be taken over; the message is the reason. */
export class Unusable extends Error {
  readonly detail: string | undefined;
  constructor(reason: string, detail?: string) {
    super(reason);
    this.detail = detail;
  }
}

interface SourceIdentity {
  /** Stable name of the record at its source, the `external_id` here: `example.org?id=196`. */
  key: string;
  /** Its id at the source, if that can be kept. */
  id: number | undefined;
  /** What a Kalends tells as its external id. */
  externalId?: string | undefined;
}

/** `undefined` is what the source does not tell. */
export interface Publication {
  status: StoredStatus;
  publishedAt: number | undefined;
  modifiedAt: number | undefined;
  /** Files are stamped anew whenever they are written: a later time alone is no change. */
  isStampedAnew?: boolean;
}

export interface SourceRecord extends SourceIdentity, Publication {
  /** Of its texts, where the source tells it. */
  language: Language | undefined;
  /** Who wrote it, as the source names them. */
  author: string;
  texts: Texts;
  /** Not yet made unique. */
  slug: string;
  /** For reports. */
  label: string;
}

export type EventColumns = Pick<
  EventsTable,
  | 'start_wall'
  | 'end_wall'
  | 'timezone'
  | 'start_utc'
  | 'end_utc'
  | 'all_day'
  | 'cost'
  | 'show_map'
  | 'show_map_link'
  | 'hide_from_listings'
  | 'sticky'
  | 'featured'
> &
  Partial<Pick<EventsTable, 'image_id' | 'tickets' | 'post_parent' | 'external_id'>>;

/** What an event names, not yet read: the same venue comes with each of its events. */
export type Embedded<K> = { kind: K; raw: RawRecord };

export interface SourceEvent extends SourceRecord {
  columns: EventColumns;
  terms: Embedded<Taxonomy>[];
  linked: Embedded<RelatedKind>[];
  /** Key of the event that this is a part of, '' of none; undefined is what the source does not tell. */
  parentKey: string | undefined;
  /** Protected by a password: its title and dates are all that is shown of it. */
  isMasked: boolean;
  /** For reading what it names: the event's own site. */
  context: PageContext;
}

export type RelatedColumns = Record<PlainColumn, string> &
  Pick<RelatedRecordsTable, 'show_map' | 'show_map_link' | 'geo_lat' | 'geo_lng'> &
  Partial<Pick<RelatedRecordsTable, 'image_id'>>;

export interface SourceRelated extends SourceRecord {
  kind: RelatedKind;
  columns: RelatedColumns;
}

export interface SourceTerm extends SourceIdentity {
  taxonomy: Taxonomy;
  language: Language | undefined;
  name: string;
  description: string;
  slug: string;
  /** Key of the category above, '' at the top; undefined is what the source does not tell. */
  parentKey: string | undefined;
  /** Events that the source counts. */
  count: number | undefined;
  label: string;
}
