import type { CostOptions } from '../../core/text/cost/cost.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { ImageRows } from '../media/repository.ts';
import type { LocalisedTexts } from '../records/texts/localised-texts.ts';
import type { PresentContext } from '../related/present.ts';
import type { RelatedRecord } from '../related/types.ts';
import type { CategoryPaths } from '../terms/present.ts';
import type { Term } from '../terms/types.ts';

/** An event with its texts in the reader's language. */
export interface EventRecord extends EventsTable, LocalisedTexts {}

/** What replies about events depend on besides their rows. */
export interface EventPresentation extends Omit<PresentContext, 'images'> {
  currency: CostOptions;
}

/** Related records of a page of events, by event id. */
export interface Relations {
  terms: ReadonlyMap<number, readonly Term[]>;
  /** Ids of terms that events refer to and that do not exist. */
  danglingTerms: readonly number[];
  /** Venues and organizers. */
  related: ReadonlyMap<number, readonly RelatedRecord[]>;
  categoryPaths: CategoryPaths;
  /** Images of the events and of their venues and organizers. */
  images: ImageRows;
  /** Ids of parents that the caller may not read; replies have 0 instead. */
  hiddenParents: ReadonlySet<number>;
  /** Venues and organizers that replies leave out, as the caller may not read them. */
  hiddenRelations: ReadonlyMap<number, readonly HiddenRelation[]>;
}

export interface HiddenRelation {
  id: number;
  /** It will become public without a write. */
  isScheduled: boolean;
}

/** A venue or organizer in an event write: an existing one, or the data of a new one. */
export type LinkReference = { id: number } | { data: Record<string, unknown> };

/** Hashes an event password. This is slow, and done before a transaction, never within one. */
export type HashPassword = (password: string) => Promise<string>;

/** The sender of a password; a `RequestContext` is one. */
export interface PasswordSender {
  remoteAddress: string;
  now: number;
}

/** Hashes a reader's password; without `event`, it may be that of any. Throws 429 `too_many_attempts` after too many wrong ones (D16). */
export type TryPassword = (
  password: string,
  sender: PasswordSender,
  event?: Pick<EventsTable, 'id' | 'password_hash'>,
) => Promise<string>;

export interface Calendar {
  store: Store;
  hashPassword: HashPassword;
  tryPassword: TryPassword;
}
