import type { CostOptions } from '../../core/text/cost/cost.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { ImageRows } from '../media/types.ts';
import type { Shown } from '../records/texts/shown-texts.ts';
import type { PresentContext } from '../related/present.ts';
import type { RelatedRecord } from '../related/types.ts';
import type { CategoryPaths } from '../terms/present.ts';
import type { Term } from '../terms/types.ts';

/** An event with its texts in the language of the reader. */
export interface EventRecord extends EventsTable, Shown {
  title: string;
  description: string;
  excerpt: string;
  website: string;
  event_status_reason: string;
  slug: string;
}

/** What presenting events depends on besides them. */
export interface EventPresentation extends Omit<PresentContext, 'images'> {
  currency: CostOptions;
}

/** What a page of events is linked to, by event id. */
export interface Relations {
  terms: ReadonlyMap<number, readonly Term[]>;
  /** Ids of terms that some of the events have, and that are not there. */
  danglingTerms: readonly number[];
  linked: ReadonlyMap<number, readonly RelatedRecord[]>;
  categoryPaths: CategoryPaths;
  /** Of the events and of what they are linked to. */
  images: ImageRows;
  /** Parents that the caller may not read: shown as none. */
  hiddenParents: ReadonlySet<number>;
  /** Venues and organizers of events that the caller is not shown. */
  hiddenRelations: ReadonlyMap<number, readonly HiddenRelation[]>;
}

export interface HiddenRelation {
  id: number;
  /** It comes due without a write. */
  isScheduled: boolean;
}

/** A venue or organizer named in an event write: one that exists, or the data of a new one. */
export type LinkReference = { id: number } | { data: Record<string, unknown> };

export const switches = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const;

/** Hashes the passwords of events, slowly: before a transaction, never inside one. */
export type HashPassword = (password: string) => Promise<string>;

/** Where a reader's password comes from; a `RequestContext` says it. */
export interface PasswordSender {
  remoteAddress: string;
  now: number;
}

/** A protected event whose password is tried; without one, that of any event may fit. */
export type Protected = Pick<EventsTable, 'id' | 'password_hash'>;

/** The hash of a reader's password. Throws 429 `too_many_attempts` after too many wrong ones (D16). */
export type TryPassword = (password: string, sender: PasswordSender, event?: Protected) => Promise<string>;

/** Where events are stored, and what verifies their passwords. */
export interface Calendar {
  store: Store;
  hashPassword: HashPassword;
  tryPassword: TryPassword;
}
