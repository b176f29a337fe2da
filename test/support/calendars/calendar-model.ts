// A small random calendar, and the simplest possible implementation of the filters of the list of events as an oracle.

import { createRandom as createGenerator } from '../../../src/demo/random.ts';

/** Deterministic: the same seed gives the same numbers. */
export function createRandom(seed: number) {
  const { next } = createGenerator(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    some: <T>(all: readonly T[], most: number): T[] => {
      const left = [...all];
      return Array.from({ length: below(most + 1) }, () => left.splice(below(left.length), 1)[0] as T);
    },
  };
}
export type Random = ReturnType<typeof createRandom>;

export interface ModelEvent {
  id: number;
  title: string;
  description: string;
  /** UTC seconds. */
  start: number;
  end: number;
  published: number;
  status: string;
  author: number;
  featured: boolean;
  hidden: boolean;
  categories: number[];
  tags: number[];
  venues: number[];
  organizers: number[];
  parent: number;
  ticketed: boolean;
}

export interface ModelFilter {
  start_date?: number;
  end_date?: number;
  starts_before?: number;
  starts_after?: number;
  ends_before?: number;
  ends_after?: number;
  /** Whether the limits are exact times rather than days. */
  strict: boolean;
  search?: string;
  categories?: number[];
  tags?: number[];
  venue?: number[];
  organizer?: number[];
  featured?: boolean;
  status?: string[];
  include?: number[];
  post_parent?: number;
  ticketed?: boolean;
}

export interface ModelSite {
  now: number;
  /** Seconds east of UTC: a zone without transitions keeps the model simple. */
  offset: number;
  /** Id of the user who sends the requests; 0 for anonymous. */
  caller: { id: number; rank: 'reader' | 'author' | 'editor' };
  /** A category with its descendants. */
  descendants: ReadonlyMap<number, readonly number[]>;
}

const day = 86_400;

/** Ids in the order of the list. */
export function listModel(events: readonly ModelEvent[], filter: ModelFilter, site: ModelSite): number[] {
  const found = events.filter((event) => isListed(event, filter, site));
  const byStart = (a: ModelEvent, b: ModelEvent) => a.start - b.start || a.published - b.published || a.id - b.id;
  const byPublication = (a: ModelEvent, b: ModelEvent) => a.published - b.published || a.id - b.id;
  return found.sort(filter.include ? byPublication : byStart).map(({ id }) => id);
}

function isListed(event: ModelEvent, filter: ModelFilter, site: ModelSite): boolean {
  if (event.hidden || event.status === 'trash') return false;
  if (!isReadable(event, site)) return false;
  if (filter.status && !filter.status.includes(event.status)) return false;
  if (!filter.include && !isInTime(event, filter, site)) return false;
  if (filter.include && !filter.include.includes(event.id)) return false;
  const among = (wanted: number[] | undefined, has: number[]) => !wanted || wanted.some((id) => has.includes(id));
  const categories = filter.categories?.flatMap((id) => [id, ...(site.descendants.get(id) ?? [])]);
  if (!among(categories, event.categories) || !among(filter.tags, event.tags)) return false;
  if (!among(filter.venue, event.venues) || !among(filter.organizer, event.organizers)) return false;
  if (filter.featured !== undefined && filter.featured !== event.featured) return false;
  if (filter.ticketed !== undefined && filter.ticketed !== event.ticketed) return false;
  if (filter.post_parent !== undefined && filter.post_parent !== event.parent) return false;
  const text = `${event.title}\n${event.description}`.toLowerCase();
  return (filter.search ?? '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
    .every((word) => (word.startsWith('-') ? !text.includes(word.slice(1)) : text.includes(word)));
}

function isReadable({ status, author }: ModelEvent, { caller }: ModelSite): boolean {
  if (status === 'publish' || caller.rank === 'editor') return true;
  return caller.rank === 'author' && author === caller.id;
}

function isInTime(event: ModelEvent, filter: ModelFilter, site: ModelSite): boolean {
  const { strict } = filter;
  const dayStart = (at: number) => Math.floor((at + site.offset) / day) * day - site.offset;
  const first = (at: number) => (strict ? at : dayStart(at));
  const afterDay = (at: number) => dayStart(at) + day;
  const free = [filter.starts_before, filter.starts_after, filter.ends_before, filter.ends_after].some(
    (limit) => limit !== undefined,
  );
  // If both are sent, `starts_after` takes precedence over `start_date`, and `ends_before` over `end_date` (docs/compatibility.md).
  const from =
    filter.starts_after !== undefined ? undefined : (filter.start_date ?? (free ? undefined : dayStart(site.now)));
  if (from !== undefined && event.start < (filter.start_date === undefined ? from : first(from))) return false;
  const until =
    filter.ends_before !== undefined ? undefined : (filter.end_date ?? (free ? undefined : twoYearsOn(site)));
  if (until !== undefined) {
    if (filter.end_date !== undefined && strict ? event.end > until : event.end >= afterDay(until)) return false;
  }
  const before = (at: number, limit: number) => at < (strict ? limit : afterDay(limit));
  const after = (at: number, limit: number) => (strict ? at > limit : at >= afterDay(limit));
  if (filter.starts_before !== undefined && !before(event.start, filter.starts_before)) return false;
  if (filter.starts_after !== undefined && !after(event.start, filter.starts_after)) return false;
  if (filter.ends_before !== undefined && !before(event.end, filter.ends_before)) return false;
  return filter.ends_after === undefined || after(event.end, filter.ends_after);
}

function twoYearsOn({ now, offset }: ModelSite): number {
  const date = new Date((now + offset) * 1000);
  return date.setUTCFullYear(date.getUTCFullYear() + 2) / 1000 - offset;
}

/** `2027-05-04 12:30:00` in the zone of the site. */
export const wallClock = (at: number, offset: number): string =>
  new Date((at + offset) * 1000).toISOString().slice(0, 19).replace('T', ' ');
