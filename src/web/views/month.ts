// A month or a week as one table, which phones show as a list of days.
import { html } from 'ghtml';
import { addDays } from '../../core/dates/civil.ts';
import { filterValues, isFiltered } from '../address/filters.ts';
import { byClock, daysFrom, daysOf, lastDayOf, mondayOf, monthOf, weekStart } from '../days.ts';
import type { BriefJson, DayJson } from '../load/interface-types.ts';
import { filterForm } from './filter-form.ts';
import { classesOf, emptyNote, langOf, stateOf, viewSwitch, zoneOf } from './parts.ts';
import type { View, ViewContext } from './view.ts';

export interface GridPage {
  days: readonly DayJson[];
  /** Number of events in all days. */
  total: number;
  /** The nearest months or weeks with events. */
  previous: { path: string; label: string } | undefined;
  next: { path: string; label: string } | undefined;
  instead: string;
}

export function monthView(context: ViewContext, month: string, page: GridPage): View {
  const { texts } = context;
  const first = weekStart(`${month}-01`, texts.firstWeekday);
  const last = lastDayOf(month);
  const weeks: string[][] = [];
  for (let day = first; day <= last; day = addDays(day, 7)) weeks.push(daysFrom(day, 7));
  const name = texts.month(`${month}-01`);
  return {
    title: texts.text('eventsIn', { name }),
    main: grid(context, {
      ...page,
      heading: name,
      weeks,
      current: 'month',
      path: `/events/${month}/`,
    }),
    ...(isFiltered(context.filters) || month < monthOf(context.today)
      ? {}
      : { canonical: context.links.page(`/events/${month}/`) }),
  };
}

export function weekView(context: ViewContext, day: string, page: GridPage): View {
  const { texts } = context;
  const days = daysFrom(day, 7);
  return {
    title: texts.text('weekOf', { name: texts.fullDay(day) }),
    main: grid(context, {
      ...page,
      heading: texts.range(day, days[6] as string),
      weeks: [days],
      current: 'week',
      path: `/events/week/${mondayOf(day)}/`,
    }),
  };
}

interface Grid extends GridPage {
  heading: string;
  weeks: readonly (readonly string[])[];
  current: 'month' | 'week';
  path: string;
}

function grid(context: ViewContext, page: Grid): string {
  const { texts, links, today } = context;
  const query = filterValues(context.filters);
  const days = new Map(page.days.map((day) => [day.date, day]));
  // The other views open at a day with events, so that switching never leads to an empty page.
  const first = page.days.find(({ total }) => total > 0)?.date ?? today;
  const head = (page.weeks[0] ?? []).map(
    (day) =>
      html`<th scope="col"><abbr title="${texts.weekday(day, 'long')}">${texts.weekday(day, 'short')}</abbr></th>`,
  );
  const rows = page.weeks.map(
    (week) =>
      html`<tr>!${week.map((day) => cell(day, days.get(day), context, links.page(`/events/${day}/`, query)))}</tr>`,
  );
  const step = (to: GridPage['next'], rel: string, label: string) =>
    to
      ? html`<a class="button" rel="${rel}" href="${links.page(to.path, query)}">!${label.replace('%', html`${to.label}`)}</a>`
      : '';
  return html`<div class="head"><h1>${page.heading}</h1>!${viewSwitch(context, page.current, first)}</div>
<div class="toolbar">!${filterForm(context, { path: page.path, hasDates: false })}
<nav class="pager" aria-label="${texts.text(page.current)}">!${step(page.previous, 'prev', '← %')}
<a class="button" href="${links.page(page.current === 'month' ? `/events/${monthOf(today)}/` : `/events/week/${mondayOf(weekStart(today, texts.firstWeekday))}/`, query)}">${texts.text('today')}</a>
!${step(page.next, 'next', '% →')}</nav></div>
!${page.total === 0 ? emptyNote(context, page.path, page.instead) : ''}
<table class="month ${page.current}"><caption class="visually-hidden">${page.heading}</caption>
<thead><tr>!${head}</tr></thead><tbody>!${rows}</tbody></table>`;
}

/** Days of the neighbouring months are shown without events. */
function cell(day: string, content: DayJson | undefined, context: ViewContext, address: string): string {
  const { texts, today } = context;
  const { events, total } = content ?? { events: [], total: 0 };
  const classes = [content ? '' : 'out', day === today ? 'today' : '', total === 0 ? 'empty' : ''];
  const more = total - events.length;
  const rest =
    more > 0
      ? html`<p class="more"><a href="${address}">+ ${texts.text('moreOnDay', { count: more })}<span class="visually-hidden">, ${texts.shortDay(day)}</span></a></p>`
      : '';
  const number = html`<time datetime="${day}"><span class="n">${texts.dayNumber(day)}</span><span class="visually-hidden"> ${texts.shortDay(day)}</span><span class="wd" aria-hidden="true">${texts.weekday(day, 'short')}</span></time>`;
  const label = total === 0 ? number : html`<a class="date" href="${address}">!${number}</a>`;
  const items = events.toSorted(byClock).map((event) => item(event, day, context));
  return html`<td!${classAttribute(classes.filter(Boolean).join(' '))}>!${label}!${items.length > 0 ? html`<ul>!${items}</ul>` : ''}!${rest}</td>`;
}

const classAttribute = (classes: string): string => (classes === '' ? '' : ` class="${classes}"`);

/** Whether an event is all-day or takes several days. One that only runs past midnight does not count. */
function isLong({ all_day, start_date, end_date }: BriefJson, first: string, last: string): boolean {
  if (all_day || last === first) return all_day;
  return last > addDays(first, 1) || end_date.slice(11) > start_date.slice(11);
}

function item(event: BriefJson, day: string, { texts, links, siteZone }: ViewContext): string {
  const [first, last] = daysOf(event);
  const isLongEvent = isLong(event, first, last);
  const isContinued = isLongEvent && first < day;
  const hasTime = !event.all_day && !isContinued;
  const time = hasTime ? html`<time>${texts.time(event.start_date)}${zoneOf(event, siteZone)}</time> ` : '';
  const classes = `${isLongEvent ? 'long' : ''}${isContinued ? ' continued' : ''}${classesOf(event)}`.trim();
  return html`<li!${classAttribute(classes)}><a href="${links.local(event.url)}" title="${event.title}"!${langOf(event.language, texts)}>!${time}!${stateOf(event, texts)}${event.title || '–'}</a></li>`;
}
