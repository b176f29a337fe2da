// Finds events that are protected by a password. An editor's replies do not say so, hence the public lists are compared.
import type { Downloaded } from '../fetch/download.ts';
import { BadReply, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import { isMasked } from '../rest/left-out.ts';
import { flagOf, idOf, isRecord, type RawRecord } from '../rest/values.ts';
import { type ReadLimits, readPieces } from '../source/read-pieces.ts';
import { eventAt } from './lists.ts';

/** Why a published event must not be open here; undefined where it may. */
export type WhyClosed = (eventId: number) => string | undefined;

const protectedReason = 'is protected by a password, which cannot be carried over; it becomes private';
const unknownReason =
  'may be protected by a password, as its source shows lists to nobody without signing in; it becomes private';

interface Asking {
  namespace: URL;
  limits: ReadLimits;
  /** Without a password. */
  get: GetOptions;
}

/** `open` are the events as the public sees them, `whole` as the editor does. */
export async function findProtected(
  open: readonly Downloaded[],
  whole: readonly Pick<Downloaded, 'sources'>[],
  asking: Asking,
): Promise<WhyClosed> {
  if (open.some(({ sources }) => sources.length === 0)) return () => unknownReason;
  const ids = new Set<number>();
  for await (const { id, event } of eventsIn(open, asking)) if (isMasked(event)) ids.add(id);
  // Hidden events are in no list.
  for await (const { id, event } of eventsIn(whole, asking)) {
    if (event['status'] === 'publish' && flagOf(event['hide_from_listings']) && (await isClosed(id, asking)))
      ids.add(id);
  }
  return (id) => (ids.has(id) ? protectedReason : undefined);
}

export async function* eventsIn(
  lists: readonly Pick<Downloaded, 'sources'>[],
  { limits }: Pick<Asking, 'limits'>,
): AsyncGenerator<{ id: number; event: RawRecord }> {
  for (const source of lists.flatMap(({ sources }) => sources)) {
    for await (const piece of readPieces(source, limits)) {
      if (piece.kind !== 'element' || piece.key !== 'events' || !isRecord(piece.value)) continue;
      const id = idOf(piece.value['id']);
      if (id !== undefined) yield { id, event: piece.value };
    }
  }
}

async function isClosed(id: number, { namespace, get }: Asking): Promise<boolean> {
  try {
    await politeGet(eventAt(namespace, id), get);
    return false;
  } catch (error) {
    if (error instanceof BadReply) return true;
    throw error;
  }
}
