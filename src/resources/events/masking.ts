// Password-protected events (D16): who sees them whole, and what the others see.
import { type Expression, type SqlBool, sql } from 'kysely';
import { mayCreate, mayEdit, mayEditOthers, mayPublish, type Viewer } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import { ownedOf } from '../records/status.ts';

/** The caller's view: who they are and the hash of the password they gave. */
export interface Unlocking {
  viewer: Viewer;
  now: number;
  passwordHash?: string | undefined;
}

export const isMasked = (event: EventsTable, { viewer, now, passwordHash }: Unlocking): boolean =>
  event.password_hash !== null && event.password_hash !== passwordHash && !mayEdit(viewer, ownedOf(event, now));

/** The condition that an event `e` is shown whole: what is masked finds no event. */
export function unmasked({ viewer, passwordHash }: Unlocking): Expression<SqlBool> {
  if (mayEditOthers(viewer)) return sql<SqlBool>`1 = 1`;
  const open = [sql<SqlBool>`e.password_hash is null`];
  if (passwordHash !== undefined) open.push(sql<SqlBool>`e.password_hash = ${passwordHash}`);
  if (mayCreate(viewer)) open.push(editable(viewer));
  return sql<SqlBool>`(${sql.join(open, sql` or `)})`;
}

/** The SQL side of `mayEdit`. */
export function editable(viewer: Viewer): Expression<SqlBool> & ReturnType<typeof sql<SqlBool>> {
  if (mayEditOthers(viewer)) return sql<SqlBool>`1 = 1`;
  if (!mayCreate(viewer)) return sql<SqlBool>`0 = 1`;
  if (mayPublish(viewer)) return sql<SqlBool>`e.author_id = ${viewer.userId}`;
  return sql<SqlBool>`(e.author_id = ${viewer.userId} and case e.status when 'trash' then e.trashed_from else e.status end <> 'publish')`;
}

const noCost = { currency_symbol: '', currency_code: '', currency_position: '', values: [] };

/** Keys that a masked event shows empty, with what they show (contract: events.md 2.9). */
export const maskedValues: Readonly<Record<string, unknown>> = {
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
};
