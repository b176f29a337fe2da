// Events as everybody reads them, made to bytes once: what rows alone decide. The life of one:
// 1. Asked for (`eventBytes`), it is taken from what is kept, if no write since has touched what it was made of.
// 2. Else it is made of its rows (`serialise.ts`), for lists with venues, organizers and terms as parts, which are
//    kept by themselves (`related-cache.ts`), and remembers the records of all these rows: `madeOf`.
// 3. It is kept, unless time alone will change it (`isLasting`), until a touch of one of these is found in the log at the
//    next look (`records/cache/tagged-cache.ts`), or others need the room.
// 4. How many events a term has changes with every write: each time it is sent, these numbers are put in at its `cuts`.
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Store } from '../../../store/store.ts';
import type { createKeptShown, KeptShown } from '../../records/cache/tagged-cache.ts';
import type { ItemBytes } from '../../records/list/paging.ts';
import type { RecordScope } from '../../records/scope.ts';
import { termCounts } from '../../terms/repository-events.ts';
import type { EventPresentation, EventRecord } from '../types.ts';
import type { Part } from './related-cache.ts';
import { type KeptEvent, makeOfParts, makeWhole } from './serialise.ts';
import type { Totals } from './total-cache.ts';

export interface EventKeeper {
  store: Store;
  /** Where nothing is kept, each event is made of all its rows at once. */
  kept: KeptEvents | undefined;
  /** What is known for certain at the validity. */
  known: (now: number, validity: CacheValidity) => KnownNow;
  currency: EventPresentation['currency'];
}

interface KeptEvents {
  events: KeptShown<KeptEvent>;
  parts: KeptShown<Part>;
}

export const keptEvents = (kept: ReturnType<typeof createKeptShown>): KeptEvents => ({
  events: kept<KeptEvent>('event'),
  parts: kept<Part>('part'),
});

export interface KnownNow {
  someProtected: Promise<boolean> | undefined;
  /** Of terms. */
  counts: Map<number, number>;
  totals: Totals;
}

/** Of a reader who is nobody in particular. */
export type Reading = RecordScope & Omit<EventPresentation, 'currency'> & { validity: CacheValidity };

export interface Wanted {
  ids: readonly number[];
  /** As single reads carry it. */
  withJsonLd: boolean;
  /** The events among those that are not kept; what cannot be found is left out. */
  load(ids: readonly number[]): Promise<readonly EventRecord[]>;
}

export interface EventBytes {
  events: readonly ItemBytes[];
  modified: number;
  language: string | undefined;
}

/** In the order of the ids. */
export async function eventBytes(wanted: Wanted, context: Reading, keeper: EventKeeper): Promise<EventBytes> {
  const { ids, withJsonLd, load } = wanted;
  const { counts } = keeper.known(context.now, context.validity);
  const { version } = context.validity;
  const look = await keeper.kept?.events.look(version, context.now);
  const room = roomOf(context);
  const keyOf = (id: number) => `${withJsonLd ? 'single' : 'listed'} ${id}${room}`;
  const found = new Map(ids.map((id) => [id, look?.get(keyOf(id))]));
  const missing = ids.filter((id) => !found.get(id));
  if (missing.length > 0) {
    const parts = withJsonLd ? undefined : await keeper.kept?.parts.look(version, context.now);
    const rows = await load(missing);
    const scope = { ...context, store: keeper.store, currency: keeper.currency };
    const made = parts
      ? await makeOfParts(rows, { ...scope, look: parts, room })
      : await makeWhole(rows, withJsonLd, { ...scope, counts });
    for (const { id, event, madeOf, isLasting } of made) {
      found.set(id, event);
      if (isLasting) look?.keep(keyOf(id), event, madeOf, event.bytes.length);
    }
  }
  const events = ids.flatMap((id) => found.get(id) ?? []);
  const others = new Set(events.flatMap(({ terms }) => terms.filter((term) => !counts.has(term))));
  for (const [term, count] of await termCounts(keeper.store.reader, [...others], context.now)) counts.set(term, count);
  return {
    events: events.map((event) => withCounts(event, counts)),
    modified: events.reduce((newest, { modified }) => Math.max(newest, modified), 0),
    language: events[0]?.language,
  };
}

/** All that decides what is kept beside the rows. */
const roomOf = ({ links, language }: Reading): string =>
  ` ${language} ${links.rest('')} ${links.record('')} ${links.page('')}`;

function withCounts({ bytes, cuts, terms, digest }: KeptEvent, counts: ReadonlyMap<number, number>): ItemBytes {
  const pieces: Uint8Array[] = [];
  let all = digest;
  let from = 0;
  for (const [index, to] of cuts.entries()) {
    const count = String(Math.max(0, counts.get(terms[index] as number) ?? 0));
    pieces.push(bytes.subarray(from, to), Buffer.from(count, 'latin1'));
    all += `,${count}`;
    from = to;
  }
  pieces.push(bytes.subarray(from));
  return { pieces, digest: all };
}
