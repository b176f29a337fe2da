// Events by day, as a list or as cards.
import { html } from 'ghtml';
import type { Language } from '../../core/languages.ts';
import { htmlToText } from '../../core/text/html/html.ts';
import { byClock, isContinued } from '../days.ts';
import type { Query } from '../load/api-client.ts';
import type { EventJson, EventList } from '../load/api-types.ts';
import type { Filters } from '../urls/filters.ts';
import { filterForm } from './filter-form.ts';
import { briefly, describeEvents } from './link-preview.ts';
import {
  classesOf,
  emptyNote,
  labelsOf,
  langOf,
  langOfText,
  metaLine,
  startText,
  thumbnail,
  titleLink,
  type ViewName,
  viewSwitch,
} from './parts.ts';
import { dataOfList } from './structured-data.ts';
import { unbroken } from './unbroken.ts';
import type { Alternates, View, ViewContext } from './view.ts';

/** What a page with a list says of itself. */
export interface ListSettings {
  heading: string;
  /** Of the heading, if it is the name of a record. */
  language?: Language;
  /** Title of the document, if it differs from the heading. */
  title?: string;
  subtitle?: string;
  /** HTML between heading and list, such as a description. */
  intro?: string;
  /** For search engines and link previews; without, the page's first events. */
  description?: string;
  /** Its own picture in link previews; without, the first one of the page's events. */
  preview?: Pick<View, 'image' | 'imageText'> | undefined;
  /** Path of this view without language and query. */
  path: string;
  current?: ViewName;
  isPast?: boolean;
  /** The filter that the page itself decides. The search form does not offer it, and other views keep it. */
  decided?: Partial<Filters>;
  /** Of the page without filters. */
  canonical?: string | undefined;
  alternates?: Alternates;
  /** The nearest days with events, if this is a day. */
  previous?: DayLink;
  next?: DayLink;
}

export interface ListPage extends ListSettings {
  list: EventList;
  /** Long events that began before the day `from`, which the first page shows. */
  ongoing: readonly EventJson[];
  from: string;
  /** Number of events on all pages. */
  total: number;
  /** Query of the feeds with the same events; undefined if the page offers none. */
  feed: Query | undefined;
  /** Whether the form has date fields. */
  hasDates: boolean;
  /** HTML shown in place of an empty list. */
  instead: string;
  /** Whether to link past events: those that match the filters, from the first page of upcoming ones. */
  hasPast: boolean;
}

interface DayLink {
  path: string;
  label: string;
}

export function listView(context: ViewContext, page: ListPage): View {
  const events = [...page.list.events, ...page.ongoing];
  const day = page.list.events[0]?.start_date.slice(0, 10) ?? (page.ongoing.length > 0 ? page.from : context.today);
  const main = html`<div class="head"><h1!${langOf(page.language, context.texts)}>!${page.current === 'day' ? unbroken(page.heading) : html`${page.heading}`}</h1>!${viewSwitch(context, page.current, day, page)}</div>
!${page.intro ?? ''}
<div class="toolbar">!${filterForm(context, page)}!${events.length === 0 ? '' : count(page.total, page.feed, context)}
!${dayPager(context, page)}</div>
!${events.length === 0 ? emptyNote(context, page.path, page.instead, pastLink(context, page)) : ''}
!${page.current === 'cards' ? cards(events, context, page) : days(events, context, page)}
!${pager(context, page)}`;
  return {
    title: page.title ?? page.heading,
    subtitle: page.subtitle,
    description: briefly(page.description || describeEvents(events, context.texts)),
    ...(page.preview ?? { image: events.find((event) => event.image)?.image || undefined }),
    main,
    head: dataOfList(events),
    feed: page.feed,
    canonical: page.canonical,
    alternates: page.alternates,
  };
}

const count = (total: number, feed: Query | undefined, context: ViewContext): string =>
  html`<div class="count"><p class="soft">${context.texts.eventCount(total)}</p>!${feed ? feeds(feed, context) : ''}</div>`;

const feeds = (query: Query, { texts, links }: ViewContext): string =>
  html`<p class="actions"><a class="button" href="${links.page('/events.ics', query)}">${texts.text('subscribe')} (.ics)</a> <a class="button" href="${links.page('/events.rss', query)}">RSS</a></p>`;

/** From past events: frames do not show the links to views. */
const upcomingLink = ({ texts, links, filters }: ViewContext): string =>
  html`<a class="button" href="${links.page('/events/', filters)}">${texts.text('upcomingEvents')}</a>`;

const pastLink = ({ texts, links, filters }: ViewContext, { hasPast }: ListPage): string =>
  hasPast ? html`<a class="button" href="${links.page('/events/past/', filters)}">${texts.text('pastEvents')}</a>` : '';

/** Each day is a section. */
function days(events: readonly EventJson[], context: ViewContext, page: ListPage): string {
  const { texts } = context;
  const sections = byDay(events, page).map(
    ([
      day,
      found,
    ]) => html`<section class="day"><h2><time datetime="${day}"><b>${texts.dayNumber(day)}</b> ${texts.weekday(day, 'long')} <br><span class="soft">${texts.month(day)}</span></time></h2>
<ul class="rows">!${found.map((event) => row(event, context, page))}</ul></section>`,
  );
  return sections.join('\n');
}

/**
 * Days in their order, which differs from that of instants if events are far apart, and the events of each by their local
 * start, which is the time on the page, before ongoing ones. Lists of past events have the last one first.
 */
function byDay(events: readonly EventJson[], { isPast, from }: ListPage): [string, readonly EventJson[]][] {
  const isOngoing = (event: EventJson) => isContinued(event, from);
  const order = (a: EventJson, b: EventJson) => Number(isOngoing(a)) - Number(isOngoing(b)) || byClock(a, b);
  const grouped = Map.groupBy(events, (event) => (isOngoing(event) ? from : event.start_date.slice(0, 10)));
  const days = [...grouped].sort(([one], [other]) => (one < other ? -1 : 1));
  return isPast ? days.reverse() : days.map(([day, found]) => [day, found.toSorted(order)]);
}

const row = (
  event: EventJson,
  context: ViewContext,
  { from, heading }: ListPage,
): string => html`<li class="row!${classesOf(event)}">
<p class="time"><time datetime="${event.start_date.replace(' ', 'T')}">!${startText(event, context, from)}</time></p>
<div><h3>!${labelsOf(event, context.texts)}!${titleLink(event, context)}</h3>!${metaLine(event, heading, context.texts)}!${lead(event, context)}</div>
!${thumbnail(event, 'medium')}</li>`;

function lead(event: EventJson, { texts }: ViewContext): string {
  const text = htmlToText(event.excerpt);
  return text === '' ? '' : html`<p class="lead"!${langOfText('excerpt', event, texts)}><bdi>${text}</bdi></p>`;
}

function cards(events: readonly EventJson[], context: ViewContext, page: ListPage): string {
  const ordered = byDay(events, page).flatMap(([, found]) => found);
  return html`<ul class="cards">!${ordered.map((event, index) => card(event, context, page, index === 0))}</ul>`;
}

function card(event: EventJson, context: ViewContext, { from, heading }: ListPage, isFirst: boolean): string {
  const { texts } = context;
  const image = thumbnail(event, 'medium_large', { isFirst });
  const top = image
    ? html`<div class="picture">!${image}</div>`
    : html`<div class="picture no-image" aria-hidden="true">${texts.dayNumber(event.start_date)}</div>`;
  return html`<li class="card!${classesOf(event)}">!${top}
<div><p class="time"><time datetime="${event.start_date.replace(' ', 'T')}">!${unbroken(texts.shortDay(event.start_date))}${event.all_day ? ' · ' : texts.comma}!${startText(event, context, from)}</time></p>
<h2>!${labelsOf(event, texts)}!${titleLink(event, context)}</h2>!${metaLine(event, heading, texts)}</div></li>`;
}

/** "Earlier" and "later" refer to time, whatever the order of the list. */
function pager(context: ViewContext, list: ListPage): string {
  const { texts, links, filters, pageNumber: page } = context;
  const { path, isPast } = list;
  const at = (number: number) => links.page(path, { ...filters, page: number > 1 ? String(number) : undefined });
  const [before, after] = isPast ? (['later', 'earlier'] as const) : (['earlier', 'later'] as const);
  const previous = page > 1 ? pagerLink('prev', at(page - 1), `← ${texts.text(before)}`) : '';
  const next = page < list.list.total_pages ? pagerLink('next', at(page + 1), `${texts.text(after)} →`) : '';
  const past = list.list.events.length + list.ongoing.length > 0 ? pastLink(context, list) : '';
  return pagerOf(texts.text('calendar'), previous + (isPast ? upcomingLink(context) : past) + next);
}

const pagerLink = (rel: string, url: string, text: string): string =>
  html`<a class="button" rel="${rel}" href="${url}">${text}</a>`;

const pagerOf = (label: string, items: string): string =>
  items === '' ? '' : html`<nav class="pager" aria-label="${label}">!${items}</nav>`;

function dayPager({ texts, links, filters }: ViewContext, { previous, next }: ListPage): string {
  const at = ({ path }: DayLink) => links.page(path, filters);
  const before = previous ? pagerLink('prev', at(previous), `← ${previous.label}`) : '';
  const after = next ? pagerLink('next', at(next), `${next.label} →`) : '';
  return pagerOf(texts.text('day'), before + after);
}
