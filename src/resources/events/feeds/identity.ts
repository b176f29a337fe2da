import { randomUUID } from 'node:crypto';
import { findMeta, findOrCreateMeta } from '../../../store/meta.ts';
import type { Reader, Store } from '../../../store/store.ts';

/** Identifies events to subscribers, from whatever URL the calendar is read (D71). */
export interface CalendarIdentity {
  /** The part of UIDs after the `@`. */
  host: string;
  /** Id of an event in RSS, Atom and JSON Feed. */
  entryId(id: number): string;
  /** Id of a feed itself, from its URL without the site: `/events.atom?search=jazz`. */
  feedId(path: string): string;
}

/** Created at the first start: the public URL if there is one, as in earlier versions, else a UUID. */
export const openIdentity = async (store: Store, siteUrl: string | undefined): Promise<CalendarIdentity> =>
  identityOf(await findOrCreateMeta(store, 'calendar_id', () => siteUrl?.replace(/\/+$/, '') ?? randomUUID()));

/** Undefined for a calendar that was never served. */
export async function findIdentity(db: Reader): Promise<CalendarIdentity | undefined> {
  const id = await findMeta(db, 'calendar_id');
  return id === undefined ? undefined : identityOf(id);
}

/** A tag URI (RFC 4151) consists of a unique name and a year. */
function identityOf(id: string): CalendarIdentity {
  if (URL.canParse(id))
    return { host: new URL(id).host, entryId: (event) => `${id}/?p=${event}`, feedId: (path) => id + path };
  return { host: id, entryId: (event) => `tag:${id},2026:?p=${event}`, feedId: (path) => `tag:${id},2026:${path}` };
}
