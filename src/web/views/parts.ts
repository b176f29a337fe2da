// Parts that several views share.
import { html } from 'ghtml';
import { zoneAfterTime } from '../../core/dates/zone-name.ts';
import { languages, languageTag, nameOfLanguage } from '../../core/languages.ts';
import { fromKeys } from '../../core/objects.ts';
import { daysOf, isContinued, isLong, mondayOf, weekStart } from '../days.ts';
import type { EventJson, Translated, VenueJson } from '../load/api-types.ts';
import type { Texts } from '../texts/texts.ts';
import type { Filters } from '../urls/filters.ts';
import { unbroken } from './unbroken.ts';
import type { ViewContext } from './view.ts';

export type ViewName = 'list' | 'month' | 'week' | 'day' | 'cards';

/** The list that a page of a category, tag, venue or organizer is: its path, and the filter that it decides. */
interface OwnList {
  path: string;
  decided?: Partial<Filters> | undefined;
}

/** Links to the other views; those of a range of days open at `day`. */
export function viewSwitch(
  { texts, links, filters }: ViewContext,
  current: ViewName | undefined,
  day: string,
  { path, decided }: Partial<OwnList> = {},
): string {
  const paths: Readonly<Record<ViewName, string>> = {
    list: decided && path ? path : '/events/',
    month: `/events/${day.slice(0, 7)}/`,
    week: `/events/week/${mondayOf(weekStart(day, texts.firstWeekday))}/`,
    day: `/events/${day}/`,
    cards: '/events/cards/',
  };
  const items = Object.entries(paths).map(([view, to]) => {
    const name = texts.text(view as ViewName);
    return decided && view !== current
      ? html`<li><button formaction="${links.page(to)}">${name}</button></li>`
      : html`<li><a href="${links.page(to, filters)}" !${view === current ? 'aria-current="page"' : ''}>${name}</a></li>`;
  });
  const list = html`<ul>!${items}</ul>`;
  return html`<nav class="views" aria-label="${texts.text('views')}">!${decided ? keeping({ ...filters, ...decided }, list) : list}</nav>`;
}

/** Buttons keep what the page decides. Crawlers would follow links to every month, week and day of each category. */
function keeping(query: Filters, buttons: string): string {
  const used = Object.entries(query).filter(([, value]) => value !== '');
  return html`<form method="get">!${used.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}!${buttons}</form>`;
}

/** Name of each language in that language. */
export const languageNames: Readonly<Record<string, string>> = fromKeys(languages, nameOfLanguage);

/** A `lang` attribute for a text of a record that may be in another language than its title. */
export const langOfText = (
  name: 'description' | 'excerpt' | 'event_status_reason',
  { language, text_languages }: Pick<Translated, 'language' | 'text_languages'>,
  texts: Texts,
): string => langOf(text_languages?.[name] ?? language, texts);

/** A `lang` attribute for a title or name that fell back to another language. */
export const langOf = (language: string | undefined, texts: Texts): string =>
  language === undefined || language === texts.language ? '' : ` lang="${languageTag(language)}"`;

export const venuesOf = ({ venue }: EventJson): readonly VenueJson[] => [venue].flat();

export const firstVenue = (event: EventJson): VenueJson | undefined => venuesOf(event)[0];

export const placeLine = (venue: VenueJson): string => [venue.venue, venue.city].filter(Boolean).join(', ');

/** Start or "all day", with the last day of a long event, which is all that counts once it has begun before `day`. */
export const startText = (
  event: EventJson,
  { texts: { text, time, briefDay }, siteZone }: ViewContext,
  day: string,
): string => {
  const [first, last] = daysOf(event);
  const isUntil = isLong(event) && last > first;
  const until = isUntil ? html`<span class="unbroken">${text('until', { name: briefDay(last) })}</span>` : '';
  if (isContinued(event, day)) return until;
  const start = event.all_day
    ? html`${text('allDay')}`
    : html`!${unbroken(time(event.start_date))}<small>${zoneAfterTime(event.timezone, siteZone)}</small>`;
  return until === '' ? start : html`!${start}<small> !${until}</small>`;
};

type Distinction = Pick<EventJson, 'featured' | 'event_status'>;

/** Labels before the title: featured, which others see by a star or a color, and a status such as canceled. */
export function labelsOf({ featured, event_status: state }: Distinction, { text }: Texts): string {
  const star = featured ? html`<span class="visually-hidden">${text('featured')} </span>` : '';
  return state === 'scheduled' ? star : html`!${star}<strong class="state">${text(state)}</strong> `;
}

/** CSS classes of an event, with a leading space. */
export const classesOf = ({ featured, event_status }: Distinction): string =>
  `${featured ? ' featured' : ''}${event_status === 'canceled' ? ' canceled' : ''}`;

type Linked = Pick<EventJson, 'url' | 'language'>;

export const recordLink = ({ url, language }: Linked, name: string, { texts, links }: ViewContext): string =>
  html`<a href="${links.local(url)}"!${langOf(language, texts)}>${name}</a>`;

export const titleLink = (event: EventJson, context: ViewContext): string =>
  recordLink(event, event.title || '–', context);

/** In place of events: links to the nearest ones (`instead`), back to all of `path`, and to `past` ones, as HTML. */
export function emptyNote({ texts, links, isSearch }: ViewContext, path: string, instead = '', past = ''): string {
  const all = isSearch ? html`<a class="button" href="${links.page(path)}">${texts.text('withoutFilters')}</a>` : '';
  const buttons = [all, past].filter(Boolean).join(' ');
  return html`<div class="empty-note"><p><strong>${texts.text(isSearch ? 'noMatches' : 'nothingHere')}</strong></p>!${instead}!${buttons && html`<p class="actions">!${buttons}</p>`}</div>`;
}

/** Day and time, and the title if it is not that of the page, as HTML: some series take place twice a day. */
export function datedLink(event: EventJson, context: ViewContext, pageTitle?: string): string {
  const { texts, links } = context;
  const state = labelsOf({ ...event, featured: false }, texts);
  const date = dateOf(event, context);
  if (event.title === pageTitle) return html`!${state}<a href="${links.local(event.url)}">!${date}</a>`;
  return texts.text('named', { name: date, value: state + titleLink(event, context) });
}

function dateOf(event: EventJson, { texts, siteZone }: ViewContext): string {
  const { all_day, start_date: start } = event;
  const when = all_day ? texts.fullDay(start) : texts.dayAndTime(start);
  return html`<time datetime="${start.replace(' ', 'T')}">!${unbroken(when)}${all_day ? '' : zoneAfterTime(event.timezone, siteZone)}</time>`;
}

/** A list of `<li>` whose first ones are in sight, the others one click away. */
export function foldedList(items: readonly string[], visible: number, { text }: Texts): string {
  const list = (some: readonly string[]) => (some.length === 0 ? '' : html`<ul class="plain">!${some}</ul>`);
  const rest = items.slice(visible);
  const summary = html`<summary>${text('moreOnDay', { count: rest.length })}</summary>`;
  return (
    list(items.slice(0, visible)) +
    (rest.length === 0 ? '' : html`<details class="rest">!${summary}!${list(rest)}</details>`)
  );
}

/** Where and how much, in one line, without what the heading of the page says. A short price range does not wrap. */
export function metaLine(event: EventJson, heading: string, texts: Texts): string {
  const { text, cost: costIn } = texts;
  const venue = firstVenue(event);
  const place = venue && venue.venue !== heading ? placeLine(venue) : '';
  const mode = event.attendance_mode ?? 'offline';
  const category = event.categories.find(({ name }) => name !== heading);
  const where = [
    [place, venue?.language],
    [mode === 'offline' ? '' : text(mode)],
    [category?.name, category?.language],
  ];
  const parts = where
    .filter(([part]) => part)
    .map(([part = '', language]) => html`<bdi!${langOf(language, texts)}>${part}</bdi>`);
  const cost = costIn(event.cost);
  if (cost !== '') parts.push(cost.length > 24 ? html`${cost}` : html`<span class="price">${cost}</span>`);
  return parts.length === 0 ? '' : html`<p class="meta">!${parts.join('\u00a0· ')}</p>`;
}

/** A smaller rendition of the image, if there is one. The first image of a page is loaded with high priority, not lazily. */
export function thumbnail(event: EventJson, size: string, { isFirst = false } = {}): string {
  if (!event.image) return '';
  const { url, width, height } = event.image.sizes?.[size] ?? event.image;
  return html`<img src="${url}" width="${width}" height="${height}" alt="" !${isFirst ? 'fetchpriority="high"' : 'loading="lazy"'}>`;
}
