// Finds events that are protected by a password. Replies to editors do not state it, so the public lists are compared.
import { type Collection, downloadLists } from '../fetch/download.ts';
import { BadReply, politeGet } from '../fetch/polite-get.ts';
import { routeBelow } from '../fetch/urls.ts';
import { isMasked } from '../rest/left-out.ts';
import { readElements } from '../source/prescan.ts';
import { idOf, isRecord } from '../values.ts';
import type { ApiRun } from './run.ts';

/** Why a published event must not be public here; undefined if it may be. */
export type PrivacyReason = (eventId: number) => string | undefined;

const protectedReason = 'is protected by a password, which cannot be imported; it becomes private';
const unknownReason =
  'may be protected by a password, since its source shows its lists only to users who sign in; it becomes private';

/** `lists` are the events as the public sees them. */
export async function findProtected(run: ApiRun, lists: readonly Collection[]): Promise<PrivacyReason> {
  const { source, scan, limits, get } = run;
  if (source.credentials === undefined) return () => undefined;
  const open = await downloadLists(lists, get);
  if (open.some(({ pages }) => pages.length === 0)) return () => unknownReason;
  const ids = new Set<number>();
  for (const page of open.flatMap(({ pages }) => pages)) {
    for await (const { kind, value } of readElements(page, limits))
      if (kind === 'event' && isRecord(value) && isMasked(value)) ids.add(idOf(value['id']) ?? 0);
  }
  // Hidden events are in no public list.
  for (const [, { id, isHidden }] of scan.seen)
    if (isHidden && id !== undefined && (await isClosed(id, run))) ids.add(id);
  return (id) => (ids.has(id) ? protectedReason : undefined);
}

async function isClosed(id: number, { site, get }: ApiRun): Promise<boolean> {
  try {
    await politeGet(routeBelow(site.namespace, `events/${id}`), { ...get, authorization: undefined });
    return false;
  } catch (error) {
    if (error instanceof BadReply) return true;
    throw error;
  }
}
