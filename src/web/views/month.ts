// A month or a week as one table, which phones show as a list of days.
import { html } from 'ghtml';
import { addDays, lastDay } from '../../core/dates/civil.ts';
import { zoneAfterTime } from '../../core/dates/zone-name.ts';
import {
  byClock,
  daysFrom,
  isContinued,
  isLong,
  isOn,
  lastDayOf,
  mondayOf,
  monthOf,
  weekStart,
  weeksOf,
} from '../days.ts';
import type { BriefJson, DayJson, DaysJson, ErrorJson } from '../load/api-types.ts';
import { type Nearest, nearestLinks } from '../load/list-pages.ts';
import type { Texts } from '../texts/texts.ts';
import { isFiltered } from '../urls/filters.ts';
import { filterForm } from './filter-form.ts';
import { describeEvents } from './link-preview.ts';
import { notFoundView, refusalView } from './notes.ts';
import { classesOf, emptyNote, labelsOf, langOf, viewSwitch } from './parts.ts';
import { unbrokenRange } from './unbroken.ts';
import type { View, ViewContext } from './view.ts';

interface Grid {
  view: 'month' | 'week';
  first: string;
  last: string;
  heading: string;
  weeks: readonly (readonly string[])[];
  path: string;
  /** The month or week that a day is in. */
  around(day: string): { path: string; label: string };
}

export async function monthPage(context: ViewContext, requested: string | undefined): Promise<View> {
  const { texts, links, filters, today } = context;
  const month = requested ?? monthOf(today);
  const [first, last, path] = [`${month}-01`, lastDayOf(month), `/events/${month}/`];
  const found = await loadDays(context, first, last, 3);
  if ('main' in found) return found;
  const heading = texts.month(first);
  const weeks = weeksOf(weekStart(first, texts.firstWeekday), last);
  const around = (day: string) => ({ path: `/events/${monthOf(day)}/`, label: texts.briefMonth(day) });
  return {
    title: texts.text('eventsIn', { name: heading }),
    description: describeDays(found, texts),
    main: grid(context, found, { view: 'month', first, last, heading, weeks, path, around }),
    canonical: isFiltered(filters) || month < monthOf(today) || !hasStart(found) ? undefined : links.page(path),
  };
}

export async function weekPage(context: ViewContext, requested: string | undefined): Promise<View | string> {
  const { texts, links, today } = context;
  const first = weekStart(requested ?? today, texts.firstWeekday);
  const monday = mondayOf(first);
  if (requested !== undefined && monday !== requested) return links.page(`/events/week/${monday}/`);
  const last = addDays(first, 6).length > lastDay.length ? lastDay : addDays(first, 6);
  const found = await loadDays(context, first, last, 12, monday);
  if ('main' in found) return found;
  const around = (day: string) => {
    const start = weekStart(day, texts.firstWeekday);
    return { path: `/events/week/${mondayOf(start)}/`, label: texts.briefDay(start) };
  };
  const weeks = [daysFrom(first, 7)];
  const { path } = around(first);
  return {
    title: texts.text('weekOf', { name: texts.fullDay(first) }),
    description: describeDays(found, texts),
    main: grid(context, found, { view: 'week', first, last, heading: texts.range(first, last), weeks, path, around }),
  };
}

/** Whether an event starts on one of the days, as in the months of the sitemap: others would add nothing to a search. */
const hasStart = ({ days }: DaysJson): boolean =>
  days.some(({ date, events }) => events.some((event) => !isContinued(event, date)));

const describeDays = ({ days }: DaysJson, texts: Texts): string =>
  describeEvents(
    days.flatMap(({ events }) => events),
    texts,
  );

/** The first few events of each day, or an error view if the API refuses the filters or no event is near. */
async function loadDays(
  context: ViewContext,
  from: string,
  to: string,
  perDay: number,
  named = from,
): Promise<DaysJson | View> {
  const query = { ...context.query, from, to, per_day: String(perDay) };
  const { status, body } = await context.calendar.get<DaysJson | ErrorJson>('/events/days', query);
  if (status !== 200) return refusalView(context, body as ErrorJson);
  const found = body as DaysJson;
  return found.total === 0 && isFarOutside(named, context, found) ? notFoundView(context) : found;
}

/** Pages more than two months from the nearest event and from today do not exist, so that crawlers come to an end. */
function isFarOutside(day: string, { today }: ViewContext, { earlier, later }: Nearest): boolean {
  if (earlier && later) return false;
  const isNear = (other: string) => day <= addDays(other, 62) && day >= addDays(other, -62);
  const nearest = (earlier ?? later)?.start_date.slice(0, 10) ?? today;
  return !isNear(today) && !isNear(nearest);
}

function grid(context: ViewContext, found: DaysJson, page: Grid): string {
  const { days, total, earlier, later } = found;
  const { texts, links, today, filters: query } = context;
  const byDate = new Map(days.map((day) => [day.date, day]));
  // The other views open at a day with events, so that switching never leads to an empty page.
  const first = days.find((day) => day.total > 0)?.date ?? today;
  // The last week of the calendar extends beyond its last day; the one before it has a day for each name.
  const head = daysFrom(addDays(page.weeks[0]?.[0] ?? today, -7), 7).map(
    (day) =>
      html`<th scope="col"><abbr title="${texts.weekday(day, 'long')}">${texts.weekday(day, 'short')}</abbr></th>`,
  );
  const rows = page.weeks.map(
    (week) =>
      html`<tr>!${week.map((day) => cell(day, byDate.get(day), context, links.page(`/events/${day}/`, query)))}</tr>`,
  );
  const step = (day: string | null, rel: string, text: string) => {
    if (day === null) return '';
    const { path, label } = page.around(day);
    return html`<a class="button" rel="${rel}" href="${links.page(path, query)}">!${text.replace('%', html`${label}`)}</a>`;
  };
  const { previous, next } = stepsFrom(page, found, today);
  return html`<div class="head"><h1>!${unbrokenRange(texts.capitalize(page.heading))}</h1>!${viewSwitch(context, page.view, first)}</div>
<div class="toolbar">!${filterForm(context, { path: page.path, hasDates: false })}
<nav class="pager" aria-label="${texts.text(page.view)}">!${step(previous, 'prev', '← %')}
<a class="button" href="${links.page(page.around(today).path, query)}#today">${texts.text('today')}</a>
!${step(next, 'next', '% →')}</nav></div>
!${total === 0 ? emptyNote(context, page.path, nearestLinks(context, { earlier, later })) : ''}
<table class="month ${page.view}"><caption class="visually-hidden">${texts.capitalize(page.heading)}</caption>
<thead><tr>!${head}</tr></thead><tbody>!${rows}</tbody></table>`;
}

/**
 * Days to which the pager leads: beside the range if an event continues there, else where the nearest event starts. More than a
 * year from today only the latter, so that crawlers do not follow an exhibition without end.
 */
function stepsFrom({ first, last }: Grid, { days, earlier, later }: DaysJson, today: string) {
  const [before, after] = [addDays(first, -1), addDays(last, 1)];
  const comesFrom = before >= addDays(today, -366) && days[0]?.events.some((event) => isContinued(event, first));
  const goesOn = after <= addDays(today, 366) && days.at(-1)?.events.some((event) => isOn(event, after));
  const start = (event: BriefJson) => event.start_date.slice(0, 10);
  // In its own time zone, the nearest event may start within the range.
  return {
    previous: comesFrom ? before : earlier && ([start(earlier), before].sort()[0] as string),
    next: goesOn ? after : later && ([start(later), after].sort()[1] as string),
  };
}

/** Days of the neighbouring months are shown without events. */
function cell(day: string, content: DayJson | undefined, context: ViewContext, dayUrl: string): string {
  // No day after the year 9999 has a name.
  if (day.length > lastDay.length) return '<td class="out"></td>';
  const { texts, today } = context;
  const { events, total } = content ?? { events: [], total: 0 };
  const classes = [content ? '' : 'out', day === today ? 'today' : '', total === 0 ? 'empty' : ''];
  const more = total - events.length;
  const rest =
    more > 0
      ? html`<p class="more"><a href="${dayUrl}">${texts.text('moreOnDay', { count: more })}<span class="visually-hidden">${texts.comma}${texts.shortDay(day)}</span></a></p>`
      : '';
  const number = html`<time datetime="${day}"><span class="n">${texts.dayNumber(day)}</span><span class="visually-hidden"> ${texts.shortDay(day)}</span><span class="wd" aria-hidden="true">${texts.weekday(day, 'short')}</span></time>`;
  const label = total === 0 ? number : html`<a class="date" href="${dayUrl}">!${number}</a>`;
  const items = events.toSorted(byClock).map((event) => item(event, day, context));
  return html`<td!${day === today ? ' id="today" aria-current="date"' : ''}!${classAttribute(classes.filter(Boolean).join(' '))}>!${label}!${items.length > 0 ? html`<ul>!${items}</ul>` : ''}!${rest}</td>`;
}

const classAttribute = (classes: string): string => (classes === '' ? '' : ` class="${classes}"`);

function item(event: BriefJson, day: string, { texts, links, siteZone }: ViewContext): string {
  const isOngoing = isContinued(event, day);
  const hasTime = !event.all_day && !isOngoing;
  const time = hasTime
    ? html`<time datetime="${event.start_date.slice(11, 16)}">${texts.time(event.start_date)}${zoneAfterTime(event.timezone, siteZone)}</time> `
    : '';
  const classes = `${isLong(event) ? 'long' : ''}${isOngoing ? ' continued' : ''}${classesOf(event)}`.trim();
  return html`<li!${classAttribute(classes)}><a href="${links.local(event.url)}" title="${event.title}"!${langOf(event.language, texts)}>!${time}!${labelsOf(event, texts)}<bdi>${event.title || '–'}</bdi></a></li>`;
}
