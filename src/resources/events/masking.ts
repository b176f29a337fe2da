// Password-protected events (D16): who sees them whole, and what the others see.
import { type Caller, mayEdit } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import { ownedOf } from '../records/status.ts';

/** The caller's view: who they are and the hash of the password they gave. */
export interface Unlocking {
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
}

export const isMasked = (event: EventsTable, { caller, now, passwordHash }: Unlocking): boolean =>
  event.password_hash !== null && event.password_hash !== passwordHash && !mayEdit(caller, ownedOf(event, now));

const noCost = { currency_symbol: '', currency_position: '', currency_code: '', values: [] };

/** Keys that a masked event shows empty, with what they show (contract: events.md 2.9). */
export const maskedValues = {
  description: '',
  excerpt: '',
  cost: '',
  website: '',
  image: false,
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: [],
  cost_details: noCost,
  tickets: [],
  post_parent: 0,
  ticketed: null,
} satisfies Readonly<Record<string, unknown>>;
