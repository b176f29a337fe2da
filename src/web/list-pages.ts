// Loads what lists, months and weeks show.
import { html } from 'ghtml';
import { addDays } from '../core/dates/civil.ts';
import { lastDayOf, monthOf, weekStart } from './days.ts';
import { isFiltered, listQuery } from './filters.ts';
import type { EventJson, EventList, Interface, Query } from './interface.ts';
import { type ListPage, listView } from './views/list.ts';
import { type GridPage, monthAfter, monthView, weekView } from './views/month.ts';
import { notFoundView, wrongInputView } from './views/notes.ts';
import { langOf } from './views/parts.ts';
import type { View, ViewContext } from './views/view.ts';

/** What loads and renders one page. */
export interface PageScope extends ViewContext {
  calendar: Interface;
  siteZone: string;
  /** Sent with a form, for a protected event. */
  password: string | undefined;
}

const perPage = 24;

export interface ErrorJson {
  code: string;
  message: string;
  data?: { params?: Readonly<Record<string, string>> };
}

/** The list with the filters of the form; a view instead where the interface refuses them. */
async function listed(scope: PageScope, query: Query): Promise<EventList | View> {
  const { filters, calendar } = scope;
  const { status, body } = await calendar.get<EventList | ErrorJson>('/events', {
    ...listQuery(filters),
    ...query,
    per_page: String(perPage),
    page: filters.page > 1 ? String(filters.page) : undefined,
  });
  if (status === 200) return body as EventList;
  if (status === 404) return filters.page > 1 ? notFoundView(scope) : { events: [], total: 0, total_pages: 0 };
  const { message, data } = body as ErrorJson;
  const known = Object.values(data?.params ?? {});
  return wrongInputView(scope, known.length > 0 ? known.join(' ') : message);
}

const isView = (found: EventList | View): found is View => 'main' in found;

/** From today on, unless the form has a date. */
export const datesOf = ({ filters: { from, to } }: PageScope): Query => ({
  start_date: from || undefined,
  end_date: to || undefined,
});

interface ListOptions extends Pick<ListPage, 'heading' | 'path' | 'current'> {
  canonical?: string;
  query?: Query;
  isPast?: boolean;
  intro?: string;
  head?: string;
  languages?: readonly string[];
}

export async function showList(scope: PageScope, options: ListOptions): Promise<View> {
  const { query = datesOf(scope), isPast = false, canonical, ...rest } = options;
  const list = await listed(scope, query);
  if (isView(list)) return list;
  const isPlain = !isFiltered(scope.filters) && scope.filters.page === 1;
  return listView(scope, {
    ...rest,
    list,
    page: scope.filters.page,
    isPast,
    canonical: isPlain && canonical !== undefined ? scope.links.page(canonical) : undefined,
    instead: list.events.length === 0 ? await instead(scope, scope.today) : '',
  });
}

export const listPage = (scope: PageScope): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text('comingEvents'),
    path: '/events/',
    current: 'list',
    canonical: '/events/',
  });

export const cardsPage = (scope: PageScope): Promise<View> =>
  showList(scope, { heading: scope.texts.text('comingEvents'), path: '/events/cards/', current: 'cards' });

export const pastPage = (scope: PageScope): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text('pastEvents'),
    path: '/events/past/',
    current: undefined,
    isPast: true,
    query: past(scope.today),
  });

export const past = (today: string): Query => ({
  ends_before: `${today} 00:00:00`,
  orderby: 'start_date',
  order: 'desc',
});

export async function dayPage(scope: PageScope, asked: string | undefined): Promise<View> {
  const day = asked ?? scope.today;
  return showList(scope, {
    heading: scope.texts.text('eventsOn', { name: scope.texts.fullDay(day) }),
    path: `/events/${day}/`,
    current: 'day',
    query: { start_date: `${day} 00:00:00`, end_date: `${day} 23:59:59` },
  });
}

export async function monthPage(scope: PageScope, asked: string | undefined): Promise<View> {
  const month = asked ?? monthOf(scope.today);
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const events = await within(scope, addDays(first, -6), addDays(last, 6));
  const [before, after] = await around(scope, first, last);
  if (events.length === 0 && isFarOutside(first, scope, before, after)) return notFoundView(scope);
  const to = (event: EventJson | undefined, next: string) => {
    if (!event) return undefined;
    const target = monthOf(event.start_date);
    const shown = target < month === next < month && target !== month ? target : next;
    return { path: `/events/${shown}/`, label: scope.texts.month(`${shown}-01`) };
  };
  const inMonth = events.filter(
    ({ start_date, end_date }) => start_date.slice(0, 10) <= last && end_date.slice(0, 10) >= first,
  );
  return monthView(scope, month, {
    events: inMonth,
    previous: to(before, monthAfter(month, -1)),
    next: to(after, monthAfter(month, 1)),
    instead: inMonth.length === 0 ? nearest(scope, before, after) : '',
  });
}

export async function weekPage(scope: PageScope, asked: string | undefined): Promise<View | string> {
  const day = asked ?? scope.today;
  const first = weekStart(day, scope.texts.firstWeekday);
  if (asked !== undefined && first !== asked) return scope.links.page(`/events/week/${first}/`);
  const last = addDays(first, 6);
  const events = await within(scope, first, last);
  const [before, after] = await around(scope, first, last);
  if (events.length === 0 && isFarOutside(first, scope, before, after)) return notFoundView(scope);
  const to = (event: EventJson | undefined): GridPage['next'] => {
    if (!event) return undefined;
    const start = weekStart(event.start_date.slice(0, 10), scope.texts.firstWeekday);
    return { path: `/events/week/${start}/`, label: scope.texts.shortDay(start) };
  };
  return weekView(scope, first, {
    events,
    previous: to(before),
    next: to(after),
    instead: nearest(scope, before, after),
  });
}

/** All events between two days, in pages of the interface. */
async function within({ calendar, filters }: PageScope, first: string, last: string): Promise<EventJson[]> {
  const found: EventJson[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await calendar.events({
      ...listQuery(filters),
      start_date: `${first} 00:00:00`,
      end_date: `${last} 23:59:59`,
      per_page: '100',
      page: page > 1 ? String(page) : undefined,
    });
    found.push(...list.events);
    pages = list.total_pages;
  }
  return found;
}

/** The nearest events before and after a range of days. */
async function around({ calendar, filters }: PageScope, first: string, last: string) {
  const one = { ...listQuery(filters), per_page: '1', orderby: 'start_date' };
  const before = await calendar.events({ ...one, ends_before: `${first} 00:00:00`, order: 'desc' });
  const after = await calendar.events({ ...one, starts_after: `${last} 23:59:59` });
  return [before.events[0], after.events[0]] as const;
}

/** Two months beyond the first or last event there is nothing to see, so that addresses end. */
function isFarOutside(
  day: string,
  { today }: PageScope,
  before: EventJson | undefined,
  after: EventJson | undefined,
): boolean {
  if (before && after) return false;
  const nearest = (before ?? after)?.start_date.slice(0, 10) ?? today;
  return day > addDays(nearest, 62) || day < addDays(nearest, -62);
}

/** An empty page leads on. */
async function instead(scope: PageScope, today: string): Promise<string> {
  const [before, after] = await around(scope, today, addDays(today, -1));
  return nearest(scope, before, after);
}

function nearest({ texts, links }: PageScope, before: EventJson | undefined, after: EventJson | undefined): string {
  const link = (event: EventJson | undefined, key: 'nextEvent' | 'latestEvent') =>
    event
      ? html`<p><a href="${links.local(event.url)}"!${langOf(event.language, texts)}>${texts.text(key, { name: `${event.title}, ${texts.fullDay(event.start_date)}` })}</a></p>`
      : '';
  return link(after, 'nextEvent') + link(before, 'latestEvent');
}
