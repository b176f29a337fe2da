// A feed format: its file extension, its parameters, and a writer that turns batches of events into one file.
import type { FeedDocument } from '../../../core/feeds/feed.ts';
import type { Language } from '../../../core/languages.ts';
import type { Fields } from '../../../http/params/field.ts';
import type { Store } from '../../../store/store.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { Term } from '../../terms/types.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import type { CalendarIdentity } from './identity.ts';

/** What a file contains besides its events. */
export interface FeedHead extends Pick<FeedDocument, 'title' | 'self' | 'first' | 'last' | 'next' | 'previous'> {
  /** Values of the parameters of the list and of the format. */
  values: Readonly<Record<string, unknown>>;
  /** URL of the same events as iCalendar. */
  calendar: string;
}

/** What writing depends on besides the events. */
export interface FeedScope extends EventPresentation {
  store: Store;
  language: Language;
  siteName?: string | undefined;
  identity: CalendarIdentity;
}

/** An event as the caller may see it. Without the password there are no related records and terms. */
export interface FeedEvent {
  /** If the event is masked: title and dates only. */
  row: EventRecord;
  isMasked: boolean;
  related: readonly RelatedRecord[];
  /** The first one. */
  venue: RelatedRecord | undefined;
  organizers: readonly RelatedRecord[];
  categories: readonly Term[];
  tags: readonly Term[];
  /** The latest change of the event or a related record. */
  modified: number;
}

export interface FeedBatch {
  events: readonly FeedEvent[];
  relations: Relations;
  /** Number of events in the whole file, including those that have disappeared meanwhile. */
  ofAll: number;
}

export interface FeedWriter {
  /** The text of these events in the file; empty if the format writes all of them at the end. */
  add(batch: FeedBatch): Promise<string> | string;
  /** What the file has before and after its events; `modified` is their latest change. */
  frame(modified: number): { before: string; after?: string };
}

export interface FeedFormat {
  extension: string;
  mediaType: string;
  operationId: string;
  summary: string;
  disposition: 'inline' | 'attachment';
  /** In pages with links between them; else all events of the list in one file. */
  isPaged: boolean;
  /** In addition to those of the list. */
  parameters: Fields;
  open(head: FeedHead, scope: FeedScope): FeedWriter;
}

export const calendarName = ({ siteName, links }: Pick<FeedScope, 'siteName' | 'links'>): string =>
  siteName ?? new URL(links.file('/')).host;
