// The operations that are measured. Each call requests something different where possible.
import { rareWords } from './calendar/words.ts';
import type { Call } from './load.ts';
import type { Samples, Site } from './samples.ts';

export interface Operation {
  name: string;
  next(n: number): Call;
  /** Field of the body: `events` and so on for a list, `id` for a record. */
  key: string;
  /** Minimum length of the list. */
  members: number;
  isWrite: boolean;
  /** Measured with every number of workers. */
  isCore: boolean;
}

const places = [
  [42.65, -73.75],
  [45.76, 4.84],
  [52.52, 13.4],
  [-37.81, 144.96],
] as const;

interface ListOptions {
  key?: string;
  members?: number;
  isCore?: boolean;
  prefix?: string;
}

/** A unique URL, as identical concurrent requests would be coalesced. */
const distinct = (path: string, n: number): string => `${path}${path.includes('?') ? '&' : '?'}_=${n}`;

/** The URL that all clients request. */
export const usual = (path: string): string => path;

/** Reads, except those for which the calendar has no records. */
export function readOperations(site: Site, samples: Samples, urlFor = distinct): Operation[] {
  const of =
    <T>(items: readonly T[]) =>
    (n: number) =>
      items[n % items.length] as T;
  const get = (path: string, prefix = ''): Call => ({
    method: 'GET',
    path: `${prefix}${site.root}${path}`,
    status: 200,
  });
  const list = (name: string, path: (n: number) => string, options: ListOptions = {}): Operation => {
    const { key = 'events', members = 1, isCore = false, prefix } = options;
    return { name, next: (n) => get(urlFor(path(n), n), prefix), key, members, isWrite: false, isCore };
  };
  const record = (name: string, path: (n: number) => string, isCore = false): Operation => ({
    ...list(name, path, { isCore }),
    key: 'id',
    members: 0,
  });
  const webPage = (name: string, path: (n: number) => string): Operation => ({
    ...list(name, path, { key: 'html' }),
    next: (n) => ({ method: 'GET', path: urlFor(path(n), n), status: 200 }),
  });
  const full = Math.min(10, samples.total);
  const page = Math.min(50, samples.pages);
  const year = new Date().getUTCFullYear();
  const day = (n: number) => new Date(Date.UTC(year - 2, 0, 1 + ((n * 37) % 1400))).toISOString().slice(0, 10);
  const event = of(samples.events);
  const place = of(places);
  const everything = '&start_date=1970-01-01&end_date=2099-01-01';
  return [
    list('list of ten', () => '/events', { members: full, isCore: true }),
    list('list from any day', (n) => `/events?start_date=${day(n)}`, { members: full, isCore: true }),
    ...(page > 1 ? [list('list, page 50 or last', () => `/events?page=${page}`)] : []),
    record('single read', (n) => `/events/${event(n).id}`, true),
    record('single read by slug', (n) => `/events/by-slug/${event(n).slug}`),
    list('search, one in 1,000', () => `/events?search=${rareWords.thousandth.toLowerCase()}${everything}`, {
      members: 0,
    }),
    list('search, two letters', () => `/events?search=${rareWords.thousandth.slice(0, 2).toLowerCase()}${everything}`, {
      members: 0,
    }),
    list('search, common word', () => '/events?search=jazz', { members: 0 }),
    ...(samples.categories.length > 0
      ? [list('list by category', (n) => `/events?categories=${of(samples.categories)(n)}`, { members: 0 })]
      : []),
    ...(samples.tags.length > 0
      ? [list('list by tag', (n) => `/events?tags=${of(samples.tags)(n)}`, { members: 0 })]
      : []),
    ...(samples.venues.length > 0
      ? [list('list by venue', (n) => `/events?venue=${of(samples.venues)(n)}`, { members: 0 })]
      : []),
    list('list within 25 km', (n) => `/events?geoloc_lat=${place(n)[0]}&geoloc_lng=${place(n)[1]}&geoloc_radius=25`, {
      members: 0,
    }),
    ...(site.root.includes('tribe')
      ? []
      : [
          list('list in a fallback language', () => '/events', { members: full, prefix: '/de' }),
          webPage('month page', (n) => `/events/${day(n).slice(0, 7)}/`),
          webPage('list page', () => '/events/'),
        ]),
    list('list of venues', () => '/venues', { key: 'venues' }),
    list('list of categories', () => '/categories', { key: 'categories' }),
  ];
}

/** `credentials` are those of an administrator. */
export function writeOperations(site: Site, samples: Samples, credentials: string): Operation[] {
  const headers = { authorization: credentials, 'content-type': 'application/json' };
  const write = (method: 'POST' | 'PATCH', path: string, body: object, status: number): Call => ({
    method,
    path: `${site.root}${path}`,
    headers,
    body: JSON.stringify(body),
    status,
  });
  const [category] = samples.categories;
  const [venue] = samples.venues;
  const full = (n: number) => ({
    title: `Measured evening ${n}`,
    start_date: '2031-03-12 19:00:00',
    end_date: '2031-03-12 22:00:00',
    timezone: 'Europe/Paris',
    description: `Two paragraphs.\n\n${'Of plain text, as people write it. '.repeat(8)}`,
    cost: '12',
    website: 'https://bench.example.org/',
    categories: [category],
    tags: samples.tags.slice(0, 2),
    venue,
  });
  const shared = { key: 'id', members: 0, isWrite: true, isCore: true };
  return [
    { ...shared, name: 'create', next: (n) => write('POST', '/events', full(n), 201) },
    {
      ...shared,
      name: 'update',
      next: (n) =>
        write('PATCH', `/events/${samples.events[n % samples.events.length]?.id}`, { title: `Renamed ${n}` }, 200),
    },
  ];
}

/** The problem of a response body. */
export function complaintAbout(body: Buffer, { key, members }: Operation): string | undefined {
  if (key === 'html') return /<main[\s\S]+href="[^"]*\/event\//.test(body.toString()) ? undefined : 'has no events';
  const value = (JSON.parse(body.toString()) as Record<string, unknown>)[key];
  if (key === 'id') return Number(value) > 0 ? undefined : 'has no id';
  if (!Array.isArray(value)) return `has no ${key}`;
  return value.length >= members ? undefined : `has ${value.length} ${key}, not ${members}`;
}
