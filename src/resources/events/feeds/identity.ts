import { randomUUID } from 'node:crypto';
import { findMeta, findOrMakeMeta } from '../../../store/meta.ts';
import type { Reader, Store } from '../../../store/store.ts';

/** What subscribers know events again by, at whatever address the calendar is read (D71). */
export interface CalendarIdentity {
  /** Behind the `@` of UIDs. */
  host: string;
  /** Of an event in RSS, Atom and JSON Feed. */
  entryId(id: number): string;
}

/** Made at the first start: the public address if there is one, as calendars published it before, else a UUID. */
export const openIdentity = async (store: Store, siteUrl: string | undefined): Promise<CalendarIdentity> =>
  identityOf(await findOrMakeMeta(store, 'calendar_id', () => siteUrl?.replace(/\/+$/, '') ?? randomUUID()));

/** Undefined for a calendar that was never served. */
export async function findIdentity(db: Reader): Promise<CalendarIdentity | undefined> {
  const known = await findMeta(db, 'calendar_id');
  return known === undefined ? undefined : identityOf(known);
}

/** A tag URI (RFC 4151) has a name that nobody else uses, and a year. */
const identityOf = (known: string): CalendarIdentity =>
  URL.canParse(known)
    ? { host: new URL(known).host, entryId: (id) => `${known}/?p=${id}` }
    : { host: known, entryId: (id) => `tag:${known},2026:?p=${id}` };
