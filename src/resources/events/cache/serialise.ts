// How an event becomes bytes that can be kept, and what those were made of.
import { hash } from 'node:crypto';
import { imagesOf } from '../../media/repository.ts';
import { type LogName, logNameOfTerm } from '../../records/cache/invalidation-rows.ts';
import { shownStatus } from '../../records/status.ts';
import { newestOf } from '../../records/write/hooks.ts';
import { idsAbove } from '../../terms/present.ts';
import { maskedValues, presentEvent, presentOwn } from '../fields/present.ts';
import type { Related } from '../fields/table.ts';
import { hiddenParents, loadRelations } from '../relations.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import { type Part, type PartsScope, partsOfEvents } from './related-cache.ts';

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

export interface MadeEvent {
  id: number;
  event: KeptEvent;
  /** The records whose rows it was made of: once one of them is touched, it is not used any more. */
  madeOf: readonly LogName[];
  /** Whether only its rows decide what everybody is shown, and not the time. */
  isLasting: boolean;
}

type Scope = Omit<PartsScope, 'look' | 'room'> & Pick<EventPresentation, 'currency'>;

/** Of all rows that they show: as single reads carry them, and wherever nothing is kept. */
export async function makeWhole(
  rows: readonly EventRecord[],
  withJsonLd: boolean,
  scope: Scope & { counts: Map<number, number> },
): Promise<MadeEvent[]> {
  const relations = await loadRelations(scope.store.reader, rows.filter(isOpen), scope);
  for (const term of [...relations.terms.values()].flat()) scope.counts.set(term.id, term.count);
  return rows.map((row) => {
    const shown = presentEvent(row, relations, scope, { withJsonLd, masked: !isOpen(row) });
    const counted = [...(shown['categories'] as { id: number }[]), ...(shown['tags'] as { id: number }[])];
    const linked = relations.linked.get(row.id) ?? [];
    const terms = relations.terms.get(row.id) ?? [];
    return made(row, relations, scope, {
      json: JSON.stringify(shown),
      terms: counted.map(({ id }) => id),
      modified: newestOf([...linked, ...terms], scope.now),
      madeOf: [
        ...linked.flatMap(({ id, image_id }) => [id, image_id ?? none]),
        ...terms.flatMap((term) => [term.id, ...idsAbove(term, relations.categoryPaths)].map(logNameOfTerm)),
      ],
    });
  });
}

/** Of their own rows, and of parts that are kept: as lists carry them. */
export async function makeOfParts(rows: readonly EventRecord[], scope: Scope & PartsScope): Promise<MadeEvent[]> {
  const { reader } = scope.store;
  const open = rows.filter(isOpen);
  const { linked, terms, withheld, lostTerms } = await partsOfEvents(
    open.map(({ id }) => id),
    scope,
  );
  const own = {
    withheld,
    lostTerms,
    images: await imagesOf(reader, open),
    hiddenParents: await hiddenParents(reader, open, scope),
  };
  return rows.map((row) => {
    const parts = [...(linked.get(row.id) ?? []), ...(terms.get(row.id) ?? [])];
    const shown = presentOwn(row, own, scope, vacant);
    const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind);
    return made(row, own, scope, {
      json: isOpen(row) ? filled(JSON.stringify(shown), of) : JSON.stringify({ ...shown, ...maskedValues }),
      terms: [...of('category'), ...of('tag')].map(({ id }) => id),
      modified: Math.max(0, ...parts.map((part) => part.modified)),
      madeOf: parts.flatMap((part) => part.madeOf),
    });
  });
}

const vacant: Related = { categories: 0, tags: 0, venue: 0, organizer: 0 };

/** Nothing else in an event looks like it: inside of texts quotation marks are escaped. */
const vacancy = JSON.stringify(vacant).slice(1, -1);

function filled(json: string, of: (kind: Part['kind']) => readonly Part[]): string {
  const at = json.indexOf(vacancy);
  if (at === -1) throw new Error('An event has its relations elsewhere.');
  const list = (kind: Part['kind']) => `[${of(kind).map((part) => part.json)}]`;
  const [venue, ...others] = of('venue');
  const related = `"categories":${list('category')},"tags":${list('tag')},"venue":${
    venue && others.length === 0 ? venue.json : list('venue')
  },"organizer":${list('organizer')}`;
  return json.slice(0, at) + related + json.slice(at + vacancy.length);
}

const isOpen = ({ password_hash }: EventRecord): boolean => password_hash === null;

/** No image; what has no parent has it too. */
const none = 0;

interface OfRelated {
  json: string;
  terms: readonly number[];
  modified: number;
  madeOf: readonly LogName[];
}

function made(
  row: EventRecord,
  relations: Own,
  { now }: Scope,
  { json, terms, modified, madeOf }: OfRelated,
): MadeEvent {
  const pieces = cut(json);
  if (pieces.cuts.length !== terms.length) throw new Error('Something but a term is shown with a count.');
  const hidden = relations.withheld.get(row.id)?.map(({ id }) => id) ?? [];
  const lost = relations.lostTerms.map(logNameOfTerm);
  const names = new Set([row.id, row.image_id ?? none, row.post_parent, ...hidden, ...lost, ...madeOf]);
  names.delete(none);
  return {
    id: row.id,
    event: {
      ...pieces,
      terms,
      modified: Math.max(modified, newestOf([row], now)),
      language: row.shown_language,
    },
    madeOf: [...names],
    isLasting: isLasting(row, relations, now),
  };
}

type Own = Pick<Relations, 'withheld' | 'hiddenParents' | 'lostTerms'>;

/** Nothing else in an event is called so: inside of texts quotation marks are escaped. */
const beforeCount = Buffer.from('"count":');

/** Takes the counts out, where there still are any. */
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

/** What is hidden now may come due. */
function isLasting(row: EventRecord, { withheld, hiddenParents }: Own, now: number): boolean {
  if (shownStatus(row, now) !== 'publish') return false;
  const isDue = withheld.get(row.id)?.every(({ isScheduled }) => !isScheduled) ?? true;
  return !isOpen(row) || (isDue && !hiddenParents.has(row.post_parent));
}
