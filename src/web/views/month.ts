// A month, and a week, as one table that reads as a list of days on a phone.
import { html } from 'ghtml';
import { addMonths } from '../../core/dates/civil.ts';
import { byDay, daysFrom, lastDayOf, monthOf, weekStart } from '../days.ts';
import { isFiltered, kept } from '../filters.ts';
import type { EventJson } from '../interface.ts';
import { filterForm, langOf, startText, viewSwitch } from './parts.ts';
import type { View, ViewContext } from './view.ts';

export interface GridPage {
  events: readonly EventJson[];
  /** Months or weeks that have events before and after, as paths. */
  previous: { path: string; label: string } | undefined;
  next: { path: string; label: string } | undefined;
  instead: string;
}

/** A day shows so many events; a link leads to the others. */
const mostPerDay = 4;

export function monthView(context: ViewContext, month: string, page: GridPage): View {
  const { texts } = context;
  const first = weekStart(`${month}-01`, texts.firstWeekday);
  const last = lastDayOf(month);
  const weeks: string[][] = [];
  for (let day = first; day <= last; ) {
    const week = daysFrom(day, 7);
    weeks.push(week);
    day = daysFrom(day, 8)[7] as string;
  }
  const name = texts.month(`${month}-01`);
  return {
    title: texts.text('eventsIn', { name }),
    main: grid(context, {
      ...page,
      heading: name,
      weeks,
      month,
      current: 'month',
      path: `/events/${month}/`,
      perDay: mostPerDay,
    }),
    ...(isFiltered(context.filters) ? {} : { canonical: context.links.page(`/events/${month}/`) }),
  };
}

export function weekView(context: ViewContext, day: string, page: GridPage): View {
  const { texts } = context;
  const days = daysFrom(day, 7);
  const heading = texts.text('weekOf', { name: texts.fullDay(day) });
  return {
    title: heading,
    main: grid(context, {
      ...page,
      heading,
      weeks: [days],
      month: undefined,
      current: 'week',
      path: `/events/week/${day}/`,
      perDay: 20,
    }),
  };
}

interface Grid extends GridPage {
  heading: string;
  weeks: readonly (readonly string[])[];
  /** Days outside of it are shown as such. */
  month: string | undefined;
  current: 'month' | 'week';
  path: string;
  perDay: number;
}

function grid(context: ViewContext, page: Grid): string {
  const { texts, links, filters, today } = context;
  const days = page.weeks.flat();
  const shown = byDay(page.events, days);
  // Switching the view never leads further from the events than this page is.
  const first =
    days.find((day) => (page.month === undefined || monthOf(day) === page.month) && shown.get(day)?.length) ?? today;
  const head = (page.weeks[0] ?? []).map(
    (day) =>
      html`<th scope="col"><abbr title="${texts.weekday(day, 'long')}">${texts.weekday(day, 'short')}</abbr></th>`,
  );
  const rows = page.weeks.map(
    (week) => html`<tr>!${week.map((day) => cell(day, shown.get(day) ?? [], page, context))}</tr>`,
  );
  const step = (to: GridPage['next'], rel: string, label: string) =>
    to
      ? html`<a class="button" rel="${rel}" href="${links.page(to.path, kept(filters))}">!${label.replace('%', html`${to.label}`)}</a>`
      : '';
  return html`<div class="head"><h1>${page.heading}</h1>!${viewSwitch(context, page.current, first)}</div>
!${filterForm(context, links.page(page.path))}
<nav class="pager" aria-label="${texts.text(page.current)}">!${step(page.previous, 'prev', '← %')}
<a class="button" href="${links.page(page.current === 'month' ? `/events/${monthOf(today)}/` : `/events/week/${weekStart(today, texts.firstWeekday)}/`, kept(filters))}">${texts.text('today')}</a>
!${step(page.next, 'next', '% →')}</nav>
!${page.events.length === 0 ? html`<div class="empty-note"><p>${texts.text('nothingHere')}</p>!${page.instead}</div>` : ''}
<table class="month ${page.current}"><caption class="visually-hidden">${page.heading}</caption>
<thead><tr>!${head}</tr></thead><tbody>!${rows}</tbody></table>`;
}

function cell(day: string, events: readonly EventJson[], page: Grid, context: ViewContext): string {
  const { texts, links, filters, today } = context;
  const isOut = page.month !== undefined && monthOf(day) !== page.month;
  const classes = [isOut ? 'out' : '', day === today ? 'today' : '', events.length === 0 ? 'empty' : ''];
  const more = events.length - page.perDay;
  const items = events.slice(0, page.perDay).map((event) => item(event, day, context));
  const address = links.page(`/events/${day}/`, kept(filters));
  const rest =
    more > 0
      ? html`<p class="more"><a href="${address}">+ ${texts.text('moreOnDay', { count: more })}<span class="visually-hidden">, ${texts.shortDay(day)}</span></a></p>`
      : '';
  const number = html`<time datetime="${day}"><span class="n">${texts.dayNumber(day)}</span><span class="visually-hidden"> ${texts.shortDay(day)}</span><span class="wd" aria-hidden="true">${texts.weekday(day, 'short')}</span></time>`;
  const label = events.length === 0 || isOut ? number : html`<a class="date" href="${address}">!${number}</a>`;
  return html`<td class="${classes.filter(Boolean).join(' ')}">!${label}!${items.length > 0 ? html`<ul>!${items}</ul>` : ''}!${rest}</td>`;
}

function item(event: EventJson, day: string, { texts, links }: ViewContext): string {
  const isContinued = event.start_date.slice(0, 10) < day;
  const isLong = event.all_day || event.start_date.slice(0, 10) !== event.end_date.slice(0, 10);
  const classes = [event.featured ? 'featured' : '', isLong ? 'long' : ''].filter(Boolean).join(' ');
  const time = isContinued || event.all_day ? '' : html`<time>${startText(event, texts)}</time> `;
  return html`<li class="${classes}"><a href="${links.local(event.url)}" title="${event.title}"!${langOf(event.language, texts)}>!${time}${event.title || '–'}</a></li>`;
}

export const monthAfter = (month: string, count: number): string => monthOf(addMonths(`${month}-01`, count));
