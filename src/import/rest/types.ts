// Records as read from pages of the interface, with the source's ids.

import type { Zones } from '../../core/dates/zones.ts';
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import type { EventColumns, ImportRecord, ImportTerm } from '../../resources/upsert/types.ts';
import type { RawRecord } from './values.ts';

/** What reading a page depends on besides the page. */
export interface PageContext {
  zones: Zones;
  siteZone: string;
  /** Site of records that name none themselves; '' is unknown. */
  site: string;
  /** The image here that was taken from an address; without it images are not carried over. */
  imageIdOf?: (address: string) => number | undefined;
  /** Members of a record that its list does not show. */
  detailsOf?: (kind: 'event' | 'venue', id: number) => RawRecord | undefined;
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

/** What an event names, not yet read: the same venue comes with each of its events. */
export type Embedded<K> = { kind: K; raw: RawRecord };

export interface SourceEvent extends ImportRecord {
  columns: EventColumns;
  terms: Embedded<Taxonomy>[];
  linked: Embedded<RelatedKind>[];
  /** Key of the event that this is a part of, '' of none; undefined where the source does not say. */
  parentKey: string | undefined;
  /** Protected by a password: its reply has only title and dates. */
  isMasked: boolean;
  /** For reading what it names: the event's own site. */
  context: PageContext;
}

export interface SourceTerm extends ImportTerm {
  key: string;
  /** Key of the category above, '' at the top; undefined where the source does not say. */
  parentKey: string | undefined;
  /** Events that the source counts. */
  count: number | undefined;
}
