// URLs of the reference's pages and feeds that differ from ours (D68).

import { addDays } from '../../core/dates/civil.ts';
import { lastDayOf, weekStart } from '../days.ts';
import type { ApiClient, Query } from '../load/api-client.ts';
import { feedQuery, filterNames } from './filters.ts';
import { isDay } from './page-url.ts';
import { type Asked, readUrl } from './reference-request.ts';
import { sitemapAt } from './reference-sitemaps.ts';

export interface ReferenceTarget {
  /** Path of our page or feed, without language. */
  path: string;
  query: Query;
  /** There is no such page now; a record may have had its slug. */
  isMissing?: boolean;
}

/** Where to redirect to; undefined if the URL is one of ours, null if there is no such page. Weeks begin on `firstWeekday`. */
export async function resolveReference(
  url: string,
  calendar: ApiClient,
  firstWeekday: number,
): Promise<ReferenceTarget | undefined | null> {
  const read = readUrl(url);
  const asked = read.segments[0] === 'feed' ? withoutFeed(read) : read;
  const sitemap = asked.segments.length === 1 ? sitemapAt(asked.segments[0] as string) : undefined;
  if (sitemap) return { path: sitemap, query: {} };
  const record = recordIn(asked);
  if (typeof record === 'number') return pageOfId(record, calendar);
  const named = record ? { ...asked, segments: record } : asked;
  // The slug of a page of ours may be any word, also `feed` or `month`.
  const isOwn = await isOwnPage(named.segments, calendar);
  const page = isOwn ? named : await occurrenceOf(withoutView(withoutExtras(withoutFeed(named))), calendar);
  const extension = extensionOf(page.params);
  if (extension) return feedOf(page, extension, { calendar, firstWeekday });
  const shown = shownAs(page);
  const path = pathOf(shown);
  const isReplaced = asked.hasOlderNames || replaced.some((name) => name in asked.params);
  const isOurs = !record && !isIndexed(url) && path === pathOf(asked) && !isReplaced;
  return isOurs || shown.segments.length === 0 ? undefined : { path, query: filtersOf(shown.params) };
}

const pathOf = ({ segments }: Asked): string => `/${segments.join('/')}/`;

/** Without URL rewriting, `/index.php` precedes all paths. */
const isIndexed = (url: string): boolean => /^[^?]*\/index\.php\//.test(url);

const folders = {
  tribe_events: 'event',
  tribe_venue: 'venue',
  tribe_organizer: 'organizer',
  tribe_events_cat: 'events/category',
} as const;

/** `?p=5`, `?tribe_events=gala`, `?post_type=tribe_events` at the site's root, which may be the list here. */
function recordIn({ segments, params }: Asked): number | string[] | undefined {
  if (!/^(?:events)?$/.test(segments.join('/'))) return undefined;
  const id = params['p'] ?? '';
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  for (const [name, folder] of Object.entries(folders)) {
    const slug = params[name];
    if (slug) return [...folder.split('/'), encodeURIComponent(slug)];
  }
  return params['post_type'] === 'tribe_events' ? ['events'] : undefined;
}

/** Null if there is no such record that the visitor may see. */
export async function pageOfId(id: number, calendar: ApiClient): Promise<ReferenceTarget | null> {
  for (const kind of ['event', 'venue', 'organizer']) {
    const { status, body } = await calendar.get<{ slug: string }>(`/${kind}s/${id}`);
    if (status === 200) return { path: `/${kind}/${body.slug}/`, query: {} };
  }
  // Lists include the slug of a protected event, whose page asks for the password.
  const [listed] = (await calendar.events({ include: String(id) })).events;
  return listed ? { path: `/event/${listed.slug}/`, query: {} } : null;
}

const lists = ['list', 'photo', 'map', 'summary'];
const datedViews = ['month', 'week', 'day', 'today'];
const views = [...lists, ...datedViews, 'past'];
const isView = (text: string): boolean => views.includes(text) || /^\d{4}-\d\d(?:-\d\d)?$/.test(text);

/** Whether this is the page of a record: `event/feed`, or `events/category/arts/photo` if there is such a category. */
async function isOwnPage(segments: readonly string[], calendar: ApiClient): Promise<boolean> {
  if (/^(?:event|venue|organizer|tag)$/.test(segments[0] ?? '')) return segments.length === 2;
  const slug = termOf(segments)?.['category'];
  if (slug === undefined || !(isView(slug) || /^(?:feed|ical|featured)$/.test(slug))) return false;
  const path = `/${segments.join('/')}/`.toLowerCase();
  return (await termsFound({ category: slug }, calendar)).some(({ url }) => url.endsWith(path));
}

/** The category or tag of `events/category/arts/jazz` or `events/tag/free`, as a filter. */
function termOf([first, taxonomy = '', ...slugs]: readonly string[]): Query | undefined {
  const isOfTerm = first === 'events' && /^(?:category|tag)$/.test(taxonomy) && slugs.length > 0;
  return isOfTerm ? { [taxonomy]: slugs.at(-1) } : undefined;
}

type Terms = readonly { url: string }[];

/** The categories or tags that such a filter finds. */
async function termsFound({ category, tag }: Query, calendar: ApiClient): Promise<Terms> {
  const kind = category === undefined ? 'tags' : 'categories';
  const query = { slug: category ?? tag, hide_empty: 'false' };
  const { body } = await calendar.get<Partial<Record<string, Terms>>>(`/${kind}`, query);
  return body[kind] ?? [];
}

/** `ical`, `feed` or `feed/atom` at the end is a parameter; as in WordPress, one that was sent takes precedence. */
function withoutFeed(page: Asked): Asked {
  const [, end, format = 'rss2'] = /(?:^|\/)(ical|feed(?:\/(rss2?|atom))?)$/.exec(page.segments.join('/')) ?? [];
  if (end === undefined) return page;
  const stated = end === 'ical' ? { ical: '1' } : { feed: format };
  return { ...page, segments: page.segments.slice(0, -end.split('/').length), params: { ...stated, ...page.params } };
}

/** Without the number of a page, the word before the date in `month/2027-05`, `featured`, and what follows an event. */
function withoutExtras(page: Asked): Asked {
  const { segments, params } = page;
  if (segments[0] === 'event' && /^[^/]+\/(?:all|embed)$/.test(segments.slice(1).join('/')))
    return { ...page, segments: segments.slice(0, 2) };
  if (segments[0] !== 'events') return page;
  const [word = '', end = ''] = segments.slice(-2);
  // The slug of a category or tag may be any word.
  const isSlug = (at: number) => segments.length + at === 2 && /^(?:category|tag)$/.test(segments[1] ?? '');
  if (end === 'featured' && !isSlug(-1)) return withoutExtras({ ...page, segments: segments.slice(0, -1) });
  if (isSlug(-2)) return page;
  if (word === 'page' && /^\d+$/.test(end))
    return withoutExtras({ ...page, segments: segments.slice(0, -2), params: { ...params, page: end } });
  const isBeforeDate = (word === 'month' && isMonth(end)) || (word === 'day' && isDay(end));
  return isBeforeDate ? withoutExtras({ ...page, segments: segments.toSpliced(-2, 1) }) : page;
}

/** `events/category/jazz/month` is the view `month` of `events/category/jazz`. */
function withoutView(page: Asked): Asked {
  const { segments } = page;
  const isList = (names: readonly string[]) => names.join() === 'events' || termOf(names) !== undefined;
  const isWeek = segments.at(-2) === 'week' && isDay(segments.at(-1)) && isList(segments.slice(0, -2));
  const list = segments.slice(0, isWeek ? -2 : -1);
  const view = segments.slice(list.length).join('/');
  const hasView = list.join() === 'events' || (termOf(list) !== undefined && (isWeek || isView(view)));
  return hasView ? { ...page, segments: list, view } : page;
}

/** `event/yoga/2027-05-10`: all occurrences share a slug there, and have numbered slugs here. */
async function occurrenceOf(page: Asked, calendar: ApiClient): Promise<Asked> {
  const [folder, slug = '', day = '', ...more] = page.segments;
  if (folder !== 'event' || more.length > 0 || !isDay(day)) return page;
  const { events } = await calendar.events({ start_date: day, starts_before: day, per_page: '100' });
  const asked = slug.toLowerCase();
  const found = events.find(
    (event) =>
      event.start_date.startsWith(day) &&
      event.slug.startsWith(asked) &&
      /^(?:-\d+)?$/.test(event.slug.slice(asked.length)),
  );
  return { ...page, segments: [folder, found?.slug ?? slug] };
}

type Extension = 'ics' | 'rss' | 'atom';

function extensionOf({ ical, feed, 'outlook-ical': outlook }: Query): Extension | undefined {
  if (ical === '1' || outlook === '1') return 'ics';
  if (feed === undefined) return undefined;
  return feed === 'atom' ? 'atom' : 'rss';
}

/** With the filters of the page. */
async function feedOf(
  page: Asked,
  extension: Extension,
  { calendar, firstWeekday }: { calendar: ApiClient; firstWeekday: number },
): Promise<ReferenceTarget> {
  const { segments } = page;
  const [kind = '', slug = ''] = segments;
  const missing = { path: pathOf(page), query: page.params, isMissing: true };
  const { segments: shown, params } = shownAs(page);
  const view = shown[0] === 'events' ? shown[1] : undefined;
  const days = daysOfView(view, firstWeekday);
  const idOfRecord = async () => (await calendar.get<{ id?: number }>(`/${kind}s/by-slug/${slug}`)).body.id?.toString();
  if (kind === 'event' && slug && extension === 'ics') {
    // Digits in the URL of a file are an id, never a slug.
    const name = /^\d+$/.test(slug) ? await idOfRecord() : slug;
    return name === undefined ? missing : { path: `/events/${name}.ics`, query: { plain: 'true' } };
  }
  const isOfHost = (kind === 'venue' || kind === 'organizer') && slug !== '';
  const host = isOfHost ? await idOfRecord() : undefined;
  if (isOfHost && host === undefined) return missing;
  const term = kind === 'tag' ? { tag: slug } : termOf(segments);
  if (term && (await termsFound(term, calendar)).length === 0) return missing;
  const filters = filtersOf({ ...params, ...term, ...(isOfHost ? { [kind]: host } : {}) });
  const [from, to] = [filters['from'] || days['from'], days['to'] ?? filters['to']];
  const isPast = view === 'past';
  const isFile = extension === 'ics';
  const query = {
    ...feedQuery({ ...filters, from, to }),
    ...(isPast ? newestPast : {}),
    // What programs read that were written for the reference: texts without parameters, and the dates of the events.
    plain: isFile ? 'true' : undefined,
    dated_by: isFile ? undefined : 'start',
    // A calendar file has all upcoming events at once.
    page: isPast || !isFile ? filters['page'] : undefined,
  };
  return { path: `/events.${extension}`, query };
}

/** As many past events as in the reference's calendar files. */
const newestPast = { start_date: undefined, ends_before: 'yesterday', order: 'desc', per_page: '30' };

const dateParameters = ['tribe-bar-date', 'eventDate'] as const;
/** Of the reference's search form, and of sites without URL rewriting. Our pages have other ones. */
const replaced = ['eventDisplay', 'tribe-bar-search', ...dateParameters];
const withoutDates = { 'tribe-bar-date': undefined, eventDate: undefined };

/** Our page for the view that `eventDisplay` or else the path names, on the day that the search form asks for. */
function shownAs(page: Asked): Asked {
  const { segments, params } = page;
  const term = termOf(segments);
  if (segments[0] !== 'events' || (segments.length > 1 && !term)) return page;
  const { eventDisplay = '' } = params;
  const view = views.includes(eventDisplay) ? eventDisplay : page.view;
  if (view === undefined || lists.includes(view)) return page;
  const filters = { ...params, ...term };
  const day = datedViews.includes(view) ? dayOf(params) : undefined;
  if (day === undefined) return { ...page, segments: ['events', view === 'day' ? 'today' : view], params: filters };
  const end = view === 'month' ? day.slice(0, 7) : view === 'week' ? `week/${day}` : day;
  return { ...page, segments: ['events', end], params: { ...filters, ...withoutDates } };
}

function filtersOf(params: Query): Query {
  const filters = Object.fromEntries(
    Object.entries(params).filter(([name]) => name === 'page' || filterNames.some((filter) => filter === name)),
  );
  return {
    ...filters,
    search: params['tribe-bar-search'] ?? filters['search'],
    from: dayOf(params) ?? filters['from'],
    page: filters['page'] === '1' ? undefined : filters['page'],
  };
}

/** The day, or the first one of a month. */
function dayOf(params: Query): string | undefined {
  const sent = dateParameters.map((name) => params[name]).find(Boolean) ?? '';
  // `2027-5-1` is sent too.
  return daysOf(sent.replace(/-(?=\d(?:-|$))/g, '-0'))['from'];
}

const currentDays: Readonly<Record<string, Query>> = {
  today: { from: 'today', to: 'today' },
  month: { from: 'first day of this month', to: 'last day of this month' },
};

/** Also for `week/2027-05-12`, whose page has the same days. The redirection of a current view is lasting. */
function daysOfView(view = '', firstWeekday: number): Query {
  const current = currentDays[view];
  if (current) return current;
  const day = /^week\/(.+)$/.exec(view)?.[1];
  if (day === undefined) return daysOf(view);
  const first = weekStart(day, firstWeekday);
  return { from: first, to: addDays(first, 6) };
}

/** Filters for `2027-05` or `2027-05-10`. */
function daysOf(text = ''): Query {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { from: text, to: text };
  return isMonth(text) ? { from: `${text}-01`, to: lastDayOf(text) } : {};
}

const isMonth = (text: string): boolean => isDay(`${text}-01`);
