// Requests for every filter and order of every list, alone and in pairs.
import { changesFields } from '../../src/resources/changes/routes.ts';
import { eventListFields } from '../../src/resources/events/list/list-request.ts';
import { mediaListFields } from '../../src/resources/media/schemas.ts';
import { relatedListFields } from '../../src/resources/related/schemas.ts';
import { categoryListFields, tagListFields } from '../../src/resources/terms/schemas.ts';
import type { TestRequest } from './test-request.ts';

export const lists = ['events', 'venues', 'organizers', 'categories', 'tags', 'media', 'changes'] as const;
export type ListName = (typeof lists)[number];
type Query = Readonly<Record<string, string | number>>;

export interface ListRequest extends TestRequest {
  list: ListName;
  query: Query;
}

/** Values in the calendar that match many records, and few. */
export interface SampleValues {
  event: number;
  venue: number;
  organizer: number;
  category: number;
  tag: number;
  rareTag: number;
  /** Words in many events, in few, and too short for the index. */
  words: readonly string[];
  eventPassword: string;
  point: { lat: number; lng: number };
  town: string;
  changesToken: string;
  day: string;
}

/** Example queries by parameter, with the parameters that it requires. */
type Examples = Readonly<Record<string, readonly Query[]>>;

const paging: Examples = { page: [{ page: 2, per_page: 1 }], per_page: [{ per_page: 3 }], cursor: [] };

function examplesOf(samples: SampleValues): Record<ListName, Examples> {
  const { event, day, words, point } = samples;
  const near = { geoloc_lat: point.lat, geoloc_lng: point.lng };
  const modified: Examples = {
    modified_after: [{ modified_after: `${day} 00:00:00` }, { modified_after: '2000-01-01 00:00:00' }],
    modified_before: [{ modified_before: `${day} 00:00:00` }],
  };
  const publication: Examples = {
    published_after: [{ published_after: `${day} 00:00:00` }, { published_after: '2000-01-01 00:00:00' }],
    published_before: [{ published_before: `${day} 00:00:00` }],
    exclude: [{ exclude: `${event},${event + 1}` }],
    author: [{ author: 1 }],
  };
  const places: Examples = {
    geoloc: [{ geoloc: 'true' }, { geoloc: 'false' }],
    geoloc_lat: [near],
    geoloc_lng: [],
    geoloc_radius: [{ ...near, geoloc_radius: 300 }],
  };
  const search = { search: words.map((word) => ({ search: word })) };
  const related: Examples = {
    ...paging,
    ...modified,
    ...publication,
    ...search,
    event: [{ event }],
    password: [{ event, password: samples.eventPassword }],
    has_events: [{ has_events: 'true' }, { has_events: 'false' }],
    only_with_upcoming: [{ only_with_upcoming: 'true' }],
    status: [{ status: 'publish' }],
  };
  const termsOf = (ids: string): Examples => ({
    ...paging,
    ...modified,
    ...search,
    exclude: [{ exclude: ids }],
    include: [{ include: ids }],
    hide_empty: [{ hide_empty: 'false' }],
    post: [{ post: event }],
    event: [{ event }],
    password: [{ event, password: samples.eventPassword }],
    slug: [{ slug: 'concert' }],
  });
  return {
    events: {
      ...paging,
      ...modified,
      ...publication,
      ...places,
      start_date: [{ start_date: day }],
      end_date: [{ end_date: '2099-01-01' }],
      starts_before: [{ starts_before: day }],
      starts_after: [{ starts_after: day }],
      ends_before: [{ ends_before: day }],
      ends_after: [{ ends_after: day }],
      strict_dates: [{ strict_dates: 'true' }],
      search: [...words.map((word) => ({ search: word })), { search: `${words[0]} -${words[1]}` }],
      categories: [{ categories: samples.category }],
      tags: [{ tags: samples.tag }, { tags: samples.rareTag }],
      venue: [{ venue: samples.venue }],
      organizer: [{ organizer: samples.organizer }],
      featured: [{ featured: 'true' }, { featured: 'false' }],
      status: [{ status: 'publish' }],
      include: [{ include: `${event},${event + 1}` }],
      post_parent: [{ post_parent: event }],
      ticketed: [{ ticketed: 'true' }, { ticketed: 'false' }],
      event_status: [
        { event_status: 'canceled' },
        { event_status: 'scheduled' },
        { event_status: 'scheduled,canceled' },
      ],
      attendance_mode: [{ attendance_mode: 'online' }],
      online: [{ online: 'true' }, { online: 'false' }],
      free: [{ free: 'true' }, { free: 'false' }],
      near: [{ near: samples.town }],
      hide_from_listings: [{ hide_from_listings: 'true' }],
      password: [{ password: samples.eventPassword }],
    },
    venues: { ...related, ...places },
    organizers: related,
    categories: { ...termsOf(`${samples.category}`), parent: [{ parent: samples.category }] },
    tags: termsOf(`${samples.tag},${samples.rareTag}`),
    media: { ...paging, ...modified, ...search },
    changes: {
      since: [{ since: samples.changesToken }],
      per_page: [{ since: samples.changesToken, per_page: 3 }],
      types: [{ since: samples.changesToken, types: 'event' }],
    },
  };
}

const fieldsOf: Readonly<Record<ListName, Readonly<Record<string, { schema: object }>>>> = {
  events: eventListFields,
  venues: relatedListFields.venue,
  organizers: relatedListFields.organizer,
  categories: categoryListFields,
  tags: tagListFields,
  media: mediaListFields,
  changes: changesFields,
};

/** Filters of the list without an example. */
export function filtersWithoutExample(list: ListName, samples: SampleValues): string[] {
  const examples = examplesOf(samples)[list];
  return Object.keys(fieldsOf[list]).filter((name) => !['order', 'orderby'].includes(name) && !(name in examples));
}

const orderingsOf = (list: ListName): readonly string[] =>
  (fieldsOf[list]['orderby']?.schema as { enum?: readonly string[] } | undefined)?.enum ?? [];

/** Lists that have the parameter, or the order `value` if it is `orderby`. */
export const listsWith = (parameter: string, value?: string): ListName[] =>
  lists.filter((list) =>
    parameter === 'orderby' && value ? orderingsOf(list).includes(value) : parameter in fieldsOf[list],
  );

/**
 * Each filter in each order and each pair of filters, anonymously; each filter alone also for callers who see more.
 * Pairs and orders have the first example of each parameter, and all those of `inDetail`.
 */
export function listRequests(list: ListName, samples: SampleValues, inDetail?: string): ListRequest[] {
  const byFilter = Object.entries(examplesOf(samples)[list]);
  const combined = byFilter.flatMap(([name, examples]) => (name === inDetail ? examples : examples.slice(0, 1)));
  const path = `/${list}`;
  const requests: ListRequest[] = [];
  const add = (query: Query, as?: 'admin' | 'ann') => requests.push({ list, path, query, ...(as ? { as } : {}) });
  const needsPoint = (query: Query, orderby: string) =>
    orderby === 'distance' ? { geoloc_lat: samples.point.lat, geoloc_lng: samples.point.lng, ...query } : query;
  for (const query of [{}, ...byFilter.flatMap(([, examples]) => examples)])
    for (const as of [undefined, 'admin', 'ann'] as const) add(query, as);
  for (const orderby of orderingsOf(list))
    for (const order of ['asc', 'desc']) {
      for (const query of [{}, ...combined]) add({ ...needsPoint(query, orderby), orderby, order });
      for (const as of ['admin', 'ann'] as const) add({ ...needsPoint({}, orderby), orderby, order }, as);
    }
  for (const [at, one] of combined.entries())
    for (const other of combined.slice(at + 1)) {
      const shared = Object.keys(one).some((name) => name in other && one[name] !== other[name]);
      if (!shared) add({ ...one, ...other });
    }
  return requests;
}
