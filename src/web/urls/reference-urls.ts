// URLs of the reference's pages and feeds that differ from ours (D68).
import { parseLanguage } from '../../core/languages.ts';
import { lastDayOf } from '../days.ts';
import type { ApiClient, Query } from '../load/api-client.ts';
import { filterNames } from './filters.ts';
import { isDay } from './page-url.ts';
import { sitemapAt } from './reference-sitemaps.ts';

export interface ReferenceTarget {
  /** Path of our page or feed, without language. */
  path: string;
  query: Query;
}

/** Where to redirect to; undefined if the URL is one of ours, null if there is no such page. */
export async function resolveReference(url: string, calendar: ApiClient): Promise<ReferenceTarget | undefined | null> {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  const names = path.split('/').filter((name) => name !== '' && name !== 'index.php');
  const asked = parseLanguage(names[0] ?? '') ? names.slice(1) : names;
  const params = new URLSearchParams(search);
  for (const [name, usual] of otherNames) if (params.has(name)) params.set(usual, params.get(name) as string);
  const sitemap = asked.length === 1 ? sitemapAt(asked[0] as string) : undefined;
  if (sitemap) return { path: sitemap, query: {} };
  const record = recordIn(asked, params);
  if (typeof record === 'number') return pageOfId(record, calendar);
  const segments = record ?? asked;
  const own = await ownPage(segments, calendar);
  const { extension, page } = feedIn(own ? [] : segments, params);
  const plain = plainSegments(page, params);
  const found = own ?? (await occurrenceIn(plain, calendar));
  if (extension) return feedOf(found ?? plain, extension, params, calendar);
  const shortened = plain.length < page.length ? plain : undefined;
  const target = own
    ? displayed(segments, params)
    : (found ?? pageAt(plain, params) ?? displayed(plain, params) ?? shortened);
  // Without URL rewriting, `/index.php` precedes all paths.
  const isOther = record !== undefined || (names.length > 0 && path.includes('/index.php/'));
  const shown = target ?? (isOther ? segments : undefined);
  return shown && { path: `/${shown.join('/')}/`, query: filtersOf(params) };
}

/** The same parameters in the search form of the site, and in links from before version 5 of the reference. */
const otherNames = [
  ['s', 'tribe-bar-search'],
  ['tribe_event_display', 'eventDisplay'],
  ['tribe_paged', 'page'],
] as const;

const folders = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
  tribe_events_cat: 'events/category',
} as const;

/** `?p=5`, `?tribe_events=gala`, `?post_type=tribe_events` at the site's root, which may be the list here. */
function recordIn(segments: readonly string[], params: URLSearchParams): number | string[] | undefined {
  if (!/^(?:events)?$/.test(segments.join('/'))) return undefined;
  const id = params.get('p') ?? '';
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  for (const [name, folder] of Object.entries(folders)) {
    const slug = params.get(name);
    if (slug) return [...folder.split('/'), encodeURIComponent(slug)];
  }
  return params.get('post_type') === 'tribe_events' ? ['events'] : undefined;
}

async function pageOfId(id: number, calendar: ApiClient): Promise<ReferenceTarget | null> {
  for (const kind of ['event', 'venue', 'organizer']) {
    const { status, body } = await calendar.get<{ slug: string }>(`/${kind}s/${id}`);
    if (status === 200) return { path: `/${kind}/${body.slug}/`, query: {} };
  }
  // Lists include the slug of a protected event, whose page asks for the password.
  const [listed] = (await calendar.events({ include: String(id) })).events;
  return listed ? { path: `/event/${listed.slug}/`, query: {} } : null;
}

/**
 * Segments of a page of ours, without the ancestors of a category. Its slug may be any word: `event/feed` and
 * `events/category/arts/photo` are neither feeds nor views if there are such records.
 */
async function ownPage(segments: readonly string[], calendar: ApiClient): Promise<string[] | undefined> {
  const [first = '', second = '', ...more] = segments;
  if (/^(?:event|venue|organizer|tag)$/.test(first) && segments.length === 2) return [...segments];
  const slug = more.at(-1);
  if (first !== 'events' || second !== 'category' || slug === undefined) return undefined;
  if (!views.test(slug) && !/^(?:feed|ical|featured)$/.test(slug)) return undefined;
  const { body } = await calendar.get<{ categories: { url: string }[] }>('/categories', { slug, hide_empty: 'false' });
  const path = `/${segments.join('/')}/`.toLowerCase();
  return body.categories.some(({ url }) => url.endsWith(path)) ? [first, second, slug] : undefined;
}

/** `event/yoga/2027-05-10`: all occurrences share a slug there, and have numbered slugs here. */
async function occurrenceIn(
  [folder, slug = '', day = '', ...more]: readonly string[],
  calendar: ApiClient,
): Promise<string[] | undefined> {
  if (folder !== 'event' || more.length > 0 || !isDay(day)) return undefined;
  const { events } = await calendar.events({ start_date: day, starts_before: day, per_page: '100' });
  const asked = slug.toLowerCase();
  const found = events.find(
    (event) =>
      event.start_date.startsWith(day) &&
      event.slug.startsWith(asked) &&
      /^(?:-\d+)?$/.test(event.slug.slice(asked.length)),
  );
  return [folder, found?.slug ?? slug];
}

type Extension = 'ics' | 'rss' | 'atom';

/** The feed that the parameters or the last segments (`ical`, `feed`, `feed/atom`) ask for, and the segments before these. */
function feedIn(
  segments: readonly string[],
  params: URLSearchParams,
): { extension?: Extension; page: readonly string[] } {
  const isCalendar = params.get('ical') === '1' || params.get('outlook-ical') === '1';
  const end = /(?:^|\/)(ical|feed(?:\/(?:rss2?|atom))?)$/.exec(segments.join('/'))?.[1];
  const page = end ? segments.slice(0, -end.split('/').length) : segments;
  if (isCalendar || end === 'ical') return { extension: 'ics', page };
  if (end === undefined && !params.has('feed')) return { page };
  return { extension: end === 'feed/atom' || params.get('feed') === 'atom' ? 'atom' : 'rss', page };
}

async function feedOf(
  [first, second, ...more]: readonly string[],
  extension: Extension,
  params: URLSearchParams,
  calendar: ApiClient,
): Promise<ReferenceTarget | null> {
  const { from, search, category, tag } = filtersOf(params);
  const since = from === undefined ? {} : { start_date: from };
  const feed = (query: Query) => ({ path: `/events.${extension}`, query: { ...query, ...since } });
  if (first === 'event' && second && extension === 'ics') return fileOf(second, calendar);
  if (first === 'tag' && second) return feed({ tags: second });
  if ((first === 'venue' || first === 'organizer') && second) {
    const { body } = await calendar.get<{ id?: number }>(`/${first}s/by-slug/${second}`);
    return feed({ [first]: body.id === undefined ? undefined : String(body.id) });
  }
  const view = viewIn(more);
  if (second === 'category' && more.length > 0)
    return feed({ categories: more.at(view === undefined ? -1 : -2), ...daysOf(view) });
  if (second === 'tag' && more.length > 0) return feed({ tags: more[0], ...daysOf(view) });
  return feed({ categories: category, tags: tag, search, ...daysOf(second) });
}

/** The calendar file of an event. Digits in the URL of a file are an id, never a slug. */
async function fileOf(slug: string, calendar: ApiClient): Promise<ReferenceTarget | null> {
  const isNumber = /^\d+$/.test(slug);
  const name = isNumber ? (await calendar.get<{ id?: number }>(`/events/by-slug/${slug}`)).body.id : slug;
  return name === undefined ? null : { path: `/events/${name}.ics`, query: {} };
}

/** Date parameters for `2027-05` or `2027-05-10`. */
function daysOf(text = ''): Query {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { start_date: text, end_date: text };
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return {};
  return { start_date: `${text}-01`, end_date: lastDayOf(text) };
}

const formParameters = ['eventDisplay', 'tribe-bar-date', 'tribe-bar-search'];
/** Of the search form, and of sites without URL rewriting. */
const dateParameters = ['tribe-bar-date', 'eventDate'];

/** Parameters of the reference's search form: `eventDisplay` names the view, `tribe-bar-date` the day. */
function displayed(segments: readonly string[], params: URLSearchParams): string[] | undefined {
  if (segments.length === 0 || !formParameters.some((name) => params.has(name))) return undefined;
  const display = params.get('eventDisplay') ?? segments[1] ?? '';
  if (segments[0] !== 'events' || segments.length > 2) return [...segments];
  if (['list', 'past'].includes(display)) return ['events', display].filter((segment) => segment !== 'list');
  if (!['month', 'week', 'day', 'today'].includes(display)) return [...segments];
  const day = dayOf(params);
  for (const name of dateParameters) params.delete(name);
  if (display === 'month') return ['events', day?.slice(0, 7) ?? display];
  if (display === 'week') return ['events', display, ...(day ? [day] : [])];
  return ['events', day ?? 'today'];
}

const lists = new Set(['list', 'photo', 'map', 'summary']);
const views = /^(?:list|photo|map|summary|month|week|today|past|\d{4}-\d\d(?:-\d\d)?)$/;

/** The view at the end of what follows `category` or `tag`. */
const viewIn = (more: readonly string[]): string | undefined =>
  more.length > 1 && views.test(more.at(-1) as string) ? more.at(-1) : undefined;

/**
 * Without what our URLs lack: the number of a page, which becomes a parameter, the word before the date in `month/2027-05` and
 * `day/2027-05-10`, and `featured` after a view.
 */
function plainSegments(segments: readonly string[], params: URLSearchParams): string[] {
  const kept = [...segments];
  if (kept[0] !== 'events') return kept;
  const at = kept.length - 2;
  const [word = '', end = ''] = kept.slice(-2);
  // The slug of a category or tag may be any word.
  const isSlug = (index: number) => index === 2 && /^(?:category|tag)$/.test(kept[1] ?? '');
  const without = (from: number, count: number) => plainSegments(kept.toSpliced(from, count), params);
  if (word === 'page' && /^\d+$/.test(end) && !isSlug(at)) {
    params.set('page', end);
    return without(at, 2);
  }
  const isBeforeDate = (word === 'month' && isMonth(end)) || (word === 'day' && isDay(end));
  if (isBeforeDate && !isSlug(at)) return without(at, 1);
  return end === 'featured' && !isSlug(at + 1) ? without(at + 1, 1) : kept;
}

/** Segments of our page for plain ones; filters in the path are added to the parameters. */
function pageAt(segments: readonly string[], params: URLSearchParams): string[] | undefined {
  const [first, second = '', ...more] = segments;
  if (first === 'event' && second !== '' && more.length === 1 && /^(?:all|embed)$/.test(more[0] as string))
    return [first, second];
  if (first !== 'events') return undefined;
  if (lists.has(second) && more.length === 0) return params.has('eventDisplay') ? undefined : ['events'];
  const view = viewIn(more);
  if ((second !== 'category' && second !== 'tag') || view === undefined) return undefined;
  if (lists.has(view)) return segments.slice(0, -1);
  params.set(second, more.at(-2) as string);
  return ['events', view];
}

function filtersOf(params: URLSearchParams): Query {
  const filters = Object.fromEntries(
    [...params].filter(([name]) => name === 'page' || filterNames.some((filter) => filter === name)),
  );
  return {
    ...filters,
    search: params.get('tribe-bar-search') ?? filters['search'],
    from: dayOf(params) ?? filters['from'],
    page: filters['page'] === '1' ? undefined : filters['page'],
  };
}

/** The day, or the first one of a month. */
function dayOf(params: URLSearchParams): string | undefined {
  const text = dateParameters.map((name) => params.get(name)).find(Boolean) ?? '';
  return isMonth(text) ? `${text}-01` : /^\d{4}-\d\d-\d\d$/.exec(text)?.[0];
}

const isMonth = (text: string): boolean => isDay(`${text}-01`);
