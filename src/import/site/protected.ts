// Finds events that are protected by a password. Replies to editors do not state it, so the public lists are compared.
import type { Downloaded, DownloadOptions } from '../fetch/download.ts';
import { BadReply, politeGet } from '../fetch/polite-get.ts';
import { routeBelow } from '../fetch/urls.ts';
import { isMasked } from '../rest/left-out.ts';
import { readElements } from '../source/prescan.ts';
import { idOf, isRecord } from '../values.ts';
import type { SiteApi } from './discover.ts';
import type { SiteRun } from './run.ts';
import { findUnmasked } from './unmasked.ts';

/** Why a published event must not be public here; undefined if it may be. */
export type PrivacyReason = (eventId: number) => string | undefined;

const protectedReason = 'is protected by a password, which cannot be imported; it becomes private';
const unknownReason =
  'may be protected by a password, since its source shows it only to users who sign in; it becomes private';
const unreadReason = 'may be protected by a password, since its page cannot be read; it becomes private';

/** `open` are the events as the public sees them. Undefined if all that was read may be public. */
export async function findProtected(run: SiteRun, open: readonly Downloaded[]): Promise<PrivacyReason | undefined> {
  const { source, scan, limits, get, site } = run;
  const isSignedIn = source.credentials !== undefined;
  if (isSignedIn && open.some(({ pages }) => pages.length === 0)) return () => unknownReason;
  const reasons = new Map<number, string>();
  if (site && !site.isKalends) {
    for (const list of open) {
      const { closed, unread } = await findUnmasked(list, { ...run, site });
      for (const id of closed) reasons.set(id, protectedReason);
      for (const id of unread) reasons.set(id, unreadReason);
    }
  }
  if (!isSignedIn) return reasons.size === 0 ? undefined : (id) => reasons.get(id);
  for (const page of open.flatMap(({ pages }) => pages)) {
    for await (const { kind, value } of readElements(page, limits))
      if (kind === 'event' && isRecord(value) && isMasked(value)) reasons.set(idOf(value['id']) ?? 0, protectedReason);
  }
  // Hidden events are in no public list.
  for (const [, { id = 0, isHidden }] of scan.seen) {
    if (isHidden && site === undefined) reasons.set(id, unknownReason);
    else if (isHidden && site && (await isClosed(id, site, get))) reasons.set(id, protectedReason);
  }
  return (id) => reasons.get(id);
}

async function isClosed(id: number, { namespace }: SiteApi, get: DownloadOptions): Promise<boolean> {
  try {
    await politeGet(routeBelow(namespace, `events/${id}`), { ...get, authorization: undefined });
    return false;
  } catch (error) {
    if (error instanceof BadReply) return true;
    throw error;
  }
}
