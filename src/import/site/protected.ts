// Finds events that are protected by a password. Replies to editors do not state it, so the public lists are compared.
import type { Downloaded } from '../fetch/download.ts';
import { BadReply, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import { isMasked } from '../rest/left-out.ts';
import { flagOf, idOf, isRecord, type RawRecord } from '../rest/values.ts';
import { readElements } from '../source/prescan.ts';
import type { ReadLimits } from '../source/read-pieces.ts';
import { eventAt } from './lists.ts';

/** Why a published event must not be public here; undefined if it may be. */
export type PrivacyReason = (eventId: number) => string | undefined;

const protectedReason = 'is protected by a password, which cannot be imported; it becomes private';
const unknownReason =
  'may be protected by a password, since its source shows its lists only to users who sign in; it becomes private';

interface ProtectionRequest {
  namespace: URL;
  limits: ReadLimits;
  /** Without a password. */
  get: GetOptions;
}

/** `open` are the events as the public sees them, `whole` as an editor does. */
export async function findProtected(
  open: readonly Downloaded[],
  whole: readonly Pick<Downloaded, 'sources'>[],
  request: ProtectionRequest,
): Promise<PrivacyReason> {
  if (open.some(({ sources }) => sources.length === 0)) return () => unknownReason;
  const ids = new Set<number>();
  for await (const { id, event } of eventsIn(open, request)) if (isMasked(event)) ids.add(id);
  // Hidden events are in no public list.
  for await (const { id, event } of eventsIn(whole, request)) {
    if (event['status'] === 'publish' && flagOf(event['hide_from_listings']) && (await isClosed(id, request)))
      ids.add(id);
  }
  return (id) => (ids.has(id) ? protectedReason : undefined);
}

export async function* eventsIn(
  lists: readonly Pick<Downloaded, 'sources'>[],
  { limits }: Pick<ProtectionRequest, 'limits'>,
): AsyncGenerator<{ id: number; event: RawRecord }> {
  for (const source of lists.flatMap(({ sources }) => sources)) {
    for await (const { section, value } of readElements(source, limits)) {
      const id = section === 'events' && isRecord(value) ? idOf(value['id']) : undefined;
      if (id !== undefined) yield { id, event: value as RawRecord };
    }
  }
}

async function isClosed(id: number, { namespace, get }: ProtectionRequest): Promise<boolean> {
  try {
    await politeGet(eventAt(namespace, id), get);
    return false;
  } catch (error) {
    if (error instanceof BadReply) return true;
    throw error;
  }
}
