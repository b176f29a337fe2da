// Lists of events: upcoming events as a list or as cards, past events, and the events of a day.

import { html } from 'ghtml';
import { addDays } from '../../core/dates/civil.ts';
import { isOn } from '../days.ts';
import { isFiltered } from '../urls/filters.ts';
import { isDay } from '../urls/page-url.ts';
import { type ListPage, type ListSettings, listView } from '../views/list.ts';
import { notFoundView, refusalView, wrongInputView } from '../views/notes.ts';
import { langOf } from '../views/parts.ts';
import { unbroken } from '../views/unbroken.ts';
import type { View, ViewContext } from '../views/view.ts';
import type { Query } from './api-client.ts';
import type { BriefJson, DaysJson, ErrorJson, EventJson, EventList } from './api-types.ts';

const perPage = 24;

/** The list with the filters of the form, or an error view if the API refuses them. */
async function loadList(scope: ViewContext, query: Query): Promise<EventList | View> {
  const { filters, pageNumber, calendar, texts } = scope;
  const { from, to } = filters;
  const hasDates = query['starts_before'] === to;
  if (hasDates && isDay(from) && isDay(to) && to < from) return wrongInputView(scope, [texts.text('endsBeforeBegin')]);
  const { status, body } = await calendar.get<EventList | ErrorJson>('/events', {
    ...scope.query,
    ...query,
    per_page: String(perPage),
    page: pageNumber > 1 ? String(pageNumber) : undefined,
  });
  if (status === 200) return body as EventList;
  if (status === 404) return pageNumber > 1 ? notFoundView(scope) : { events: [], total: 0, total_pages: 0 };
  return refusalView(scope, body as ErrorJson);
}

/** Events that began before the day and that the API's lists leave out: long ones, and those of last night until they end. */
async function loadOngoing(scope: ViewContext, own: Query, day: string): Promise<readonly EventJson[]> {
  const { calendar, query, today, hasPassed } = scope;
  if ((own['starts_before'] ?? day) < day) return [];
  const before = addDays(day, -1);
  const dates = { start_date: undefined, starts_before: before, ends_after: before };
  const events = await calendar.allEvents({ ...query, ...own, ...dates });
  const isRunning = (event: EventJson) => day === today && !hasPassed(event.utc_end_date, 'UTC');
  return events.filter((event) => isOn(event, day) || isRunning(event));
}

/** From today on, unless the form has a date. The API has no first day of its own if there is a last one. */
export const datesOf = ({ filters: { from, to }, today }: ViewContext): Query => ({
  start_date: from || (to && today) || undefined,
  starts_before: to || undefined,
});

interface ListOptions extends ListSettings {
  query?: Query;
  /** The day of a page about one day. */
  day?: string;
  /** Whether to offer feeds of these events even without filters. */
  hasFeeds?: boolean;
}

export async function showList(scope: ViewContext, options: ListOptions): Promise<View> {
  const { query = datesOf(scope), hasFeeds = isFiltered(scope.filters), canonical, ...settings } = options;
  const list = await loadList(scope, query);
  if ('main' in list) return list;
  const { day: from = isDay(scope.filters.from) ? scope.filters.from : scope.today } = options;
  const ongoing = options.isPast ? [] : await loadOngoing(scope, query, from);
  const isFirst = scope.pageNumber === 1;
  const isEmpty = list.events.length + ongoing.length === 0;
  const findPast = () => scope.calendar.events({ ...scope.query, ...past(scope.today), per_page: '1' });
  return listView(scope, {
    ...settings,
    list,
    from,
    ongoing: isFirst ? ongoing : [],
    total: list.total + ongoing.length,
    feed: hasFeeds ? { ...scope.query, ...query } : undefined,
    hasDates: options.query === undefined,
    canonical: isFirst && !isFiltered(scope.filters) ? canonical : undefined,
    instead: isEmpty ? nearestLinks(scope, await loadNearest(scope, query, from)) : '',
    hasPast: isFirst && options.path === '/events/' && (await findPast()).total > 0,
  });
}

export const upcomingPage = (scope: ViewContext, view: 'list' | 'cards'): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text(scope.isSearch ? 'searchResults' : 'upcomingEvents'),
    current: view,
    ...(view === 'list' ? { path: '/events/', canonical: scope.links.page('/events/') } : { path: '/events/cards/' }),
  });

export const pastPage = (scope: ViewContext): Promise<View> =>
  showList(scope, {
    heading: scope.texts.text('pastEvents'),
    path: '/events/past/',
    isPast: true,
    hasFeeds: false,
    query: past(scope.today),
  });

/** Events that ended before today; today's events are among the upcoming ones. */
export const past = (today: string): Query => ({
  ends_before: addDays(today, -1),
  orderby: 'start_date',
  order: 'desc',
});

export async function dayPage(scope: ViewContext, requested: string | undefined): Promise<View> {
  const day = requested ?? scope.today;
  return showList(scope, {
    heading: scope.texts.capitalize(scope.texts.fullDay(day)),
    title: scope.texts.text('eventsOn', { name: scope.texts.fullDay(day) }),
    path: `/events/${day}/`,
    current: 'day',
    day,
    query: { start_date: day, starts_before: day },
    ...(await nearestDays(scope, day)),
  });
}

/** Links to the nearest days on which events start. In its own time zone, such an event may start on this day or beyond it. */
async function nearestDays(scope: ViewContext, day: string): Promise<Pick<ListPage, 'previous' | 'next'>> {
  const { earlier, later } = await loadNearest(scope, {}, day);
  const to = (target: string) => ({ path: `/events/${target}/`, label: scope.texts.briefDay(target) });
  const start = ({ start_date }: BriefJson) => start_date.slice(0, 10);
  return {
    previous: earlier ? to([start(earlier), addDays(day, -1)].sort()[0] as string) : undefined,
    next: later ? to([start(later), addDays(day, 1)].sort()[1] as string) : undefined,
  };
}

export type Nearest = Pick<DaysJson, 'earlier' | 'later'>;

export function nearestLinks({ texts, links }: ViewContext, { earlier, later }: Nearest): string {
  const link = (event: BriefJson | null, key: 'nextEvent' | 'latestEvent') =>
    event
      ? html`<p><a href="${links.local(event.url)}"!${langOf(event.language, texts)}>!${texts.text(key, { name: html`${event.title}${texts.comma}!${unbroken(texts.fullDay(event.start_date))}` })}</a></p>`
      : '';
  return link(later, 'nextEvent') + link(earlier, 'latestEvent');
}

/** The events nearest to a day that match the filters and those of the page, such as its venue. */
async function loadNearest({ calendar, query }: ViewContext, own: Query, day: string): Promise<Nearest> {
  const around = { ...query, ...own, from: day, to: day, per_day: '1' };
  const { status, body } = await calendar.get<DaysJson>('/events/days', around);
  return status === 200 ? body : { earlier: null, later: null };
}
