// Loads what lists, months and weeks show.
import { html } from 'ghtml';
import { addDays } from '../core/dates/civil.ts';
import { lastDayOf, mondayOf, monthOf, weekStart } from './days.ts';
import { type FilterName, filterNames, filterValues, isFiltered } from './filters.ts';
import type { BriefJson, DaysJson, EventList, Interface, Query } from './interface.ts';
import { type ListPage, listView } from './views/list.ts';
import { type GridPage, monthView, weekView } from './views/month.ts';
import { notFoundView, wrongInputView } from './views/notes.ts';
import { langOf } from './views/parts.ts';
import type { Alternates, View, ViewContext } from './views/view.ts';

/** What loads and renders one page. */
export interface PageScope extends ViewContext {
  calendar: Interface;
  /** The filters of the form as query parameters of the interface. */
  query: Query;
  /** Sent with a form, for a protected event. */
  password: string | undefined;
}

const perPage = 24;

export interface ErrorJson {
  code: string;
  message: string;
  data?: { params?: Readonly<Record<string, string>> };
}

/** The list with the filters of the form, or an error view if the interface refuses them. */
async function loadList(scope: PageScope, query: Query): Promise<EventList | View> {
  const { filters, calendar } = scope;
  const { status, body } = await calendar.get<EventList | ErrorJson>('/events', {
    ...scope.query,
    ...query,
    per_page: String(perPage),
    page: filters.page > 1 ? String(filters.page) : undefined,
  });
  if (status === 200) return body as EventList;
  if (status === 404) return filters.page > 1 ? notFoundView(scope) : { events: [], total: 0, total_pages: 0 };
  return refusal(scope, body as ErrorJson);
}

/** Labels of the form by the parameter of the interface, where the names differ. */
const labels: Readonly<Record<string, FilterName>> = {
  start_date: 'from',
  end_date: 'to',
  categories: 'category',
  tags: 'tag',
};

function refusal(scope: PageScope, { message, data }: ErrorJson): View {
  const problems = Object.entries(data?.params ?? {}).map(([parameter, problem]) => {
    const name = labels[parameter] ?? filterNames.find((filter) => filter === parameter);
    return name ? `${scope.texts.text(name)}: ${problem}` : problem;
  });
  return wrongInputView(scope, problems.length > 0 ? problems : [message]);
}

const isView = (found: EventList | View): found is View => 'main' in found;

/** From today on, unless the form has a date. */
export const datesOf = ({ filters: { from, to } }: PageScope): Query => ({
  start_date: from || undefined,
  end_date: to || undefined,
});

interface ListOptions extends Pick<ListPage, 'heading' | 'title' | 'path' | 'current'> {
  canonical?: string;
  query?: Query;
  isPast?: boolean;
  /** Offer the same events as feeds, also without filters. */
  hasFeeds?: boolean;
  /** Show the date fields even though the view has its own query. */
  hasDates?: boolean;
  intro?: string;
  alternates?: Alternates;
}

export async function showList(scope: PageScope, options: ListOptions): Promise<View> {
  const { query = datesOf(scope), isPast = false, hasFeeds = isFiltered(scope.filters), canonical, ...rest } = options;
  const list = await loadList(scope, query);
  if (isView(list)) return list;
  const isPlain = !isFiltered(scope.filters) && scope.filters.page === 1;
  return listView(scope, {
    ...rest,
    list,
    page: scope.filters.page,
    isPast,
    feed: hasFeeds ? { ...scope.query, ...query } : undefined,
    hasDates: options.query === undefined || options.hasDates === true,
    canonical: isPlain && canonical !== undefined ? scope.links.page(canonical) : undefined,
    instead: list.events.length === 0 ? await instead(scope, scope.today) : '',
  });
}

export const listPage = (scope: PageScope): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text(isFiltered(scope.filters) ? 'searchResults' : 'comingEvents'),
    path: '/events/',
    current: 'list',
    canonical: '/events/',
  });

export const cardsPage = (scope: PageScope): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text(isFiltered(scope.filters) ? 'searchResults' : 'comingEvents'),
    path: '/events/cards/',
    current: 'cards',
  });

export const pastPage = (scope: PageScope): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text('pastEvents'),
    path: '/events/past/',
    current: undefined,
    isPast: true,
    hasFeeds: false,
    query: past(scope.today),
  });

/** Events that ended before today: those of today are still among the coming ones. */
export const past = (today: string): Query => ({
  ends_before: addDays(today, -1),
  orderby: 'start_date',
  order: 'desc',
});

export async function dayPage(scope: PageScope, requested: string | undefined): Promise<View> {
  const day = requested ?? scope.today;
  return showList(scope, {
    heading: scope.texts.fullDay(day),
    title: scope.texts.text('eventsOn', { name: scope.texts.fullDay(day) }),
    path: `/events/${day}/`,
    current: 'day',
    query: { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59` },
  });
}

export async function monthPage(scope: PageScope, requested: string | undefined): Promise<View> {
  const month = requested ?? monthOf(scope.today);
  const first = `${month}-01`;
  const found = await days(scope, first, lastDayOf(month), 3);
  if ('main' in found) return found;
  const to = (target: string) => ({ path: `/events/${monthOf(target)}/`, label: scope.texts.briefMonth(target) });
  const neighbours = { before: addDays(first, -1), after: addDays(lastDayOf(month), 1) };
  return monthView(scope, month, gridPage(scope, found, neighbours, to));
}

export async function weekPage(scope: PageScope, requested: string | undefined): Promise<View | string> {
  const day = requested ?? scope.today;
  const first = weekStart(day, scope.texts.firstWeekday);
  const monday = mondayOf(first);
  if (requested !== undefined && monday !== requested)
    return scope.links.page(`/events/week/${monday}/`, filterValues(scope.filters));
  const found = await days(scope, first, addDays(first, 6), 12, monday);
  if ('main' in found) return found;
  const to = (target: string) => {
    const start = weekStart(target, scope.texts.firstWeekday);
    return { path: `/events/week/${mondayOf(start)}/`, label: scope.texts.briefDay(start) };
  };
  const neighbours = { before: addDays(first, -1), after: addDays(first, 7) };
  return weekView(scope, first, gridPage(scope, found, neighbours, to));
}

/** The first few events of each day, or an error view if the interface refuses the filters or no event is near. */
async function days(
  scope: PageScope,
  from: string,
  to: string,
  perDay: number,
  named = from,
): Promise<DaysJson | View> {
  // The year 10000.
  if (to.length > from.length) return notFoundView(scope);
  const query = { ...scope.query, from, to, per_day: String(perDay) };
  const { status, body } = await scope.calendar.get<DaysJson | ErrorJson>('/events/days', query);
  if (status !== 200) return refusal(scope, body as ErrorJson);
  const found = body as DaysJson;
  return found.total === 0 && isFarOutside(named, scope, found) ? notFoundView(scope) : found;
}

/** Leads to the nearest events; on its own clock one may start on a day of the range itself. */
function gridPage(
  scope: PageScope,
  { days, total, earlier, later }: DaysJson,
  { before, after }: { before: string; after: string },
  to: (day: string) => NonNullable<GridPage['next']>,
): GridPage {
  const start = (event: BriefJson) => event.start_date.slice(0, 10);
  return {
    days,
    total,
    previous: earlier ? to(start(earlier) < before ? start(earlier) : before) : undefined,
    next: later ? to(start(later) > after ? start(later) : after) : undefined,
    instead: total === 0 ? nearest(scope, earlier, later) : '',
  };
}

/** Two months beyond the first or last event, and away from today, there is nothing to see, so that addresses end. */
function isFarOutside(day: string, { today }: PageScope, { earlier, later }: Nearest): boolean {
  if (earlier && later) return false;
  const isNear = (other: string) => day <= addDays(other, 62) && day >= addDays(other, -62);
  const nearest = (earlier ?? later)?.start_date.slice(0, 10) ?? today;
  return !isNear(today) && !isNear(nearest);
}

type Nearest = Pick<DaysJson, 'earlier' | 'later'>;

/** Links to the nearest events, for a page without any. */
async function instead(scope: PageScope, today: string): Promise<string> {
  const query = { ...scope.query, from: today, to: today, per_day: '1' };
  const { status, body } = await scope.calendar.get<DaysJson>('/events/days', query);
  return status === 200 ? nearest(scope, body.earlier, body.later) : '';
}

function nearest({ texts, links }: PageScope, earlier: BriefJson | null, later: BriefJson | null): string {
  const link = (event: BriefJson | null, key: 'nextEvent' | 'latestEvent') =>
    event
      ? html`<p><a href="${links.local(event.url)}"!${langOf(event.language, texts)}>${texts.text(key, { name: `${event.title}, ${texts.fullDay(event.start_date)}` })}</a></p>`
      : '';
  return link(later, 'nextEvent') + link(earlier, 'latestEvent');
}
