import type { DateInput } from '../../http/params/field.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { ImageRows } from '../media/types.ts';
import type { PublicationDates } from '../records/publication-date.ts';
import type { Shown } from '../records/shown-texts.ts';
import type { Status } from '../records/status.ts';
import type { RelatedRecord } from '../related/types.ts';
import type { CategoryPaths } from '../terms/present.ts';
import type { Term } from '../terms/types.ts';
import type { TicketInput } from './tickets.ts';

/** An event with its texts in the language of the reader. */
export interface EventRecord extends EventsTable, Shown {
  title: string;
  description: string;
  excerpt: string;
  website: string;
  slug: string;
}

/** What a page of events is linked to, by event id. */
export interface Relations {
  terms: ReadonlyMap<number, readonly Term[]>;
  /** Ids of terms that some of the events have, and that are not there. */
  lostTerms: readonly number[];
  linked: ReadonlyMap<number, readonly RelatedRecord[]>;
  categoryPaths: CategoryPaths;
  /** Of the events and of what they are linked to. */
  images: ImageRows;
  /** Parents that the caller may not read: shown as none. */
  hiddenParents: ReadonlySet<number>;
  /** Venues and organizers of events that the caller is not shown. */
  withheld: ReadonlyMap<number, readonly Withheld[]>;
}

export interface Withheld {
  id: number;
  /** It comes due without a write. */
  isScheduled: boolean;
}

/** A venue or organizer named in an event write: one that exists, or the data of a new one. */
export type LinkReference = { id: number } | { data: Record<string, unknown> };

/** Values of a write; `undefined` was not sent, `null` was emptied. */
export interface EventValues extends PublicationDates {
  title?: string | null;
  start_date?: DateInput;
  end_date?: DateInput;
  timezone?: string;
  all_day?: boolean | null;
  author?: number;
  description?: string | null;
  excerpt?: string | null;
  slug?: string | null;
  status?: Status;
  image?: number | string | null;
  cost?: string | null;
  website?: string | null;
  external_id?: string | null;
  show_map?: boolean | null;
  show_map_link?: boolean | null;
  hide_from_listings?: boolean | null;
  sticky?: boolean | null;
  featured?: boolean | null;
  password?: string | null;
  tickets?: TicketInput[] | null;
  post_parent?: number | null;
  categories?: (number | string)[] | null;
  tags?: (number | string)[] | null;
  venue?: LinkReference[] | null;
  organizer?: LinkReference[] | null;
}

export const switches = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;
