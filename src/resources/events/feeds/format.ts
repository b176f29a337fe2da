// A feed format: its file, its parameters, and a writer that turns batches of events into the bytes of one file.
import type { Zones } from '../../../core/dates/zones.ts';
import type { FeedDocument } from '../../../core/feeds/feed.ts';
import type { Language } from '../../../core/languages.ts';
import type { Links } from '../../../http/links.ts';
import type { Fields } from '../../../http/params/field.ts';
import type { Store } from '../../../store/store.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { Term } from '../../terms/types.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import type { CalendarIdentity } from './identity.ts';

/** What a file says besides its events. */
export interface FeedHead extends Pick<FeedDocument, 'title' | 'self' | 'first' | 'last' | 'next' | 'previous'> {
  /** Of the format's own parameters and of the list's. */
  values: Readonly<Record<string, unknown>>;
  /** The same events as a calendar. */
  calendar: string;
}

/** What writing depends on besides. */
export interface FeedScope extends EventPresentation {
  store: Store;
  language: Language;
  links: Links;
  zones: Zones;
  siteName?: string | undefined;
  identity: CalendarIdentity;
}

/** An event as the caller may see it, with what it is related to. */
export interface FeedEvent {
  /** Of a masked event: title and dates only. */
  row: EventRecord;
  isMasked: boolean;
  related: readonly RelatedRecord[];
  /** The first of several. */
  venue: RelatedRecord | undefined;
  organizers: readonly RelatedRecord[];
  categories: readonly Term[];
  tags: readonly Term[];
  /** The newest change that it shows. */
  modified: number;
}

export interface FeedBatch {
  events: readonly FeedEvent[];
  relations: Relations;
  /** Events of the whole file, those that disappeared meanwhile included. */
  ofAll: number;
}

export interface FeedWriter {
  /** Answers by how many bytes the file has grown. */
  add(batch: FeedBatch): Promise<number> | number;
  /** In pieces; `modified` is the newest change that the file shows. */
  finish(modified: number): (Buffer | string)[];
}

export interface FeedFormat {
  extension: string;
  mediaType: string;
  operationId: string;
  summary: string;
  disposition: 'inline' | 'attachment';
  /** Some events at a time, with links to the pages around; else all events of the list at once. */
  isPaged: boolean;
  /** Besides those of the list. */
  parameters: Fields;
  open(head: FeedHead, scope: FeedScope): FeedWriter | Promise<FeedWriter>;
}

/** What people call the calendar. */
export const calendarName = ({ siteName, links }: Pick<FeedScope, 'siteName' | 'links'>): string =>
  siteName ?? new URL(links.file('/')).host;
