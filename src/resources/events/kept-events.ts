// Events as everybody reads them, made to bytes once: what rows alone decide. How many events a term has changes with
// every write, so these numbers are put in between each time.
import { hash } from 'node:crypto';
import type { Moment } from '../../core/moment.ts';
import type { Store } from '../../store/store.ts';
import type { LinkedScope } from '../linked/service.ts';
import type { KeptShown } from '../records/kept-shown.ts';
import type { ItemBytes } from '../records/paging.ts';
import { shownStatus } from '../records/status.ts';
import { newestOf } from '../records/write-hooks.ts';
import { termCounts } from '../terms/repository-events.ts';
import type { Totals } from './kept-totals.ts';
import { type EventPresentation, presentEvent } from './present.ts';
import { loadRelations } from './relations.ts';
import type { EventRecord, Relations } from './types.ts';

export interface KeptEvent {
  /** JSON without the number of events of each term. */
  bytes: Uint8Array;
  /** Where in it each of them belongs. */
  cuts: readonly number[];
  /** Whose number that is. */
  terms: readonly number[];
  /** Of the bytes. */
  digest: string;
  /** UTC seconds of the newest change that it shows. */
  modified: number;
  language: string;
}

export interface EventKeeper {
  store: Store;
  kept: KeptShown<KeptEvent>;
  /** What is known for certain at the moment. */
  known: (now: number, moment: Moment) => KnownNow;
  currency: EventPresentation['currency'];
}

export interface KnownNow {
  someProtected: Promise<boolean> | undefined;
  /** Of terms. */
  counts: Map<number, number>;
  totals: Totals;
}

/** Of a reader who is nobody in particular. */
export type Reading = LinkedScope & Omit<EventPresentation, 'currency'> & { moment: Moment };

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
  const { counts } = keeper.known(context.now, context.moment);
  const look = await keeper.kept.look(context.moment.version);
  const room = roomOf(withJsonLd, context);
  const found = new Map(ids.map((id) => [id, look.get(id + room)]));
  const missing = ids.filter((id) => !found.get(id));
  if (missing.length > 0) {
    const rows = await load(missing);
    const relations = await loadRelations(keeper.store.reader, rows.filter(isOpen), context);
    for (const term of [...relations.terms.values()].flat()) counts.set(term.id, term.count);
    for (const row of rows) {
      const made = make(row, relations, withJsonLd, { ...context, currency: keeper.currency });
      found.set(row.id, made);
      if (mayKeep(row, relations, context.now))
        look.keep(row.id + room, made, madeOf(row, relations), made.bytes.length);
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

/** All that decides the bytes beside the rows. */
const roomOf = (withJsonLd: boolean, { links, language }: Reading): string =>
  ` ${withJsonLd ? 'single' : 'listed'} ${language} ${links.rest('')} ${links.record('')} ${links.page('')}`;

const isOpen = ({ password_hash }: EventRecord): boolean => password_hash === null;

function make(row: EventRecord, relations: Relations, withJsonLd: boolean, context: EventPresentation): KeptEvent {
  const shown = presentEvent(row, relations, context, { withJsonLd, masked: !isOpen(row) });
  const { linked, terms } = relationsOf(row, relations);
  const counted = [...(shown['categories'] as { id: number }[]), ...(shown['tags'] as { id: number }[])];
  const pieces = cut(JSON.stringify(shown));
  if (pieces.cuts.length !== counted.length) throw new Error('Something but a term is shown with a count.');
  return {
    ...pieces,
    terms: counted.map(({ id }) => id),
    modified: newestOf([row, ...linked, ...terms], context.now),
    language: row.shown_language,
  };
}

/** Nothing else in an event is called so: inside of texts quotation marks are escaped. */
const beforeCount = Buffer.from('"count":');

function cut(json: string): Pick<KeptEvent, 'bytes' | 'cuts' | 'digest'> {
  const whole = Buffer.from(json);
  // In memory of its own: a small piece of a shared pool would hold all of that.
  const bytes = new Uint8Array(whole.length);
  const cuts: number[] = [];
  let length = 0;
  let from = 0;
  for (let at = whole.indexOf(beforeCount); at !== -1; at = whole.indexOf(beforeCount, from)) {
    const digits = at + beforeCount.length;
    bytes.set(whole.subarray(from, digits), length);
    length += digits - from;
    cuts.push(length);
    from = digits;
    while (isDigit(whole[from])) from += 1;
  }
  bytes.set(whole.subarray(from), length);
  const kept = bytes.subarray(0, length + whole.length - from);
  return { bytes: kept, cuts, digest: hash('sha256', kept, 'base64') };
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

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

/** Whether only its rows decide what everybody is shown, and not the time: what is hidden now may come due. */
function mayKeep(row: EventRecord, { withheld, hiddenParents }: Relations, now: number): boolean {
  if (shownStatus(row, now) !== 'publish') return false;
  const isDue = withheld.get(row.id)?.every(({ isScheduled }) => !isScheduled) ?? true;
  return !isOpen(row) || (isDue && !hiddenParents.has(row.post_parent));
}

/** Numbers of the records whose rows it was made of, those of terms with a minus. */
function madeOf(row: EventRecord, relations: Relations): number[] {
  const { linked, terms } = relationsOf(row, relations);
  const records = [row, ...linked].flatMap(({ id, image_id }) => [id, image_id ?? 0]);
  const hidden = relations.withheld.get(row.id)?.map(({ id }) => id) ?? [];
  const numbers = new Set([...records, ...hidden, row.post_parent]);
  for (const term of terms) {
    numbers.add(-term.id);
    // Each only once: a circle of categories would have no end.
    for (let above = term.parent_id; above > 0 && !numbers.has(-above); ) {
      numbers.add(-above);
      above = relations.categoryPaths.get(above)?.parent_id ?? 0;
    }
  }
  numbers.delete(0);
  return [...numbers];
}

const relationsOf = ({ id }: EventRecord, { linked, terms }: Relations) => ({
  linked: linked.get(id) ?? [],
  terms: terms.get(id) ?? [],
});
