// Parts that several views share.
import { html } from 'ghtml';
import { languageTag } from '../../core/languages.ts';
import { kept } from '../filters.ts';
import type { EventJson, VenueJson } from '../interface.ts';
import type { Texts } from '../texts.ts';
import type { ViewContext } from './view.ts';

export type ViewName = 'list' | 'month' | 'week' | 'day' | 'cards';

/** `day` keeps the place in time when the view changes. */
export function viewSwitch({ texts, links, filters }: ViewContext, current: ViewName | undefined, day: string): string {
  const query = kept(filters);
  const addresses: Readonly<Record<ViewName, string>> = {
    list: links.page('/events/', query),
    month: links.page(`/events/${day.slice(0, 7)}/`, query),
    week: links.page(`/events/week/${day}/`, query),
    day: links.page(`/events/${day}/`, query),
    cards: links.page('/events/cards/', query),
  };
  const items = Object.entries(addresses).map(
    ([name, address]) =>
      html`<li><a href="${address}" !${name === current ? 'aria-current="page"' : ''}>${texts.text(name as ViewName)}</a></li>`,
  );
  return html`<nav class="views" aria-label="${texts.text('views')}"><ul>!${items}</ul></nav>`;
}

/** One GET form; without scripts and without a change of the view. */
export function filterForm({ texts, filters, categories, links }: ViewContext, action: string): string {
  const options = categories.map(
    ({ slug, name }) => html`<option value="${slug}" !${slug === filters.category ? 'selected' : ''}>${name}</option>`,
  );
  const isOpen = Object.values(kept(filters)).some((value) => value !== '');
  return html`<details class="filters" !${isOpen ? 'open' : ''}>
<summary>${texts.text('filters')}</summary>
<form method="get" action="${action}" role="search">
<label class="wide">${texts.text('search')}<input type="search" name="search" value="${filters.search}" maxlength="200"></label>
<label>${texts.text('from')}<input type="date" name="from" value="${filters.from}"></label>
<label>${texts.text('to')}<input type="date" name="to" value="${filters.to}"></label>
<label>${texts.text('category')}<select name="category"><option value="">${texts.text('all')}</option>!${options}</select></label>
!${filters.tag ? html`<input type="hidden" name="tag" value="${filters.tag}">` : ''}
<div class="submit"><button class="primary" type="submit">${texts.text('show')}</button>
!${isOpen ? html`<a class="button" href="${links.page('/events/')}">${texts.text('clear')}</a>` : ''}</div>
</form>
</details>`;
}

/** `lang` of a text that fell back to another language, as an attribute. */
export const langOf = (shown: string, texts: Texts): string =>
  shown === texts.language ? '' : ` lang="${languageTag(shown)}"`;

const firstVenue = ({ venue }: EventJson): VenueJson | undefined =>
  (Array.isArray(venue) ? venue[0] : venue) as VenueJson | undefined;

const placeLine = (venue: VenueJson): string =>
  [venue.venue, venue.city].filter((part) => part !== undefined && part !== '').join(', ');

/** Start, or "all day". */
export const startText = (event: EventJson, { text, time }: Texts): string =>
  event.all_day ? text('allDay') : time(event.start_date);

/** Name of the event as a link. */
export const titleLink = (event: EventJson, { texts, links }: ViewContext): string =>
  html`<a href="${links.local(event.url)}"!${langOf(event.language, texts)}>${event.title || '–'}</a>`;

/** Where and how much, in one line. */
export function metaLine(event: EventJson): string {
  const venue = firstVenue(event);
  const parts = [venue && placeLine(venue), event.categories[0]?.name, event.cost].filter((part) => part);
  return parts.length === 0 ? '' : html`<p class="meta">${parts.join(' · ')}</p>`;
}

/** A smaller variant of the image, if there is one. */
export function thumbnail(event: EventJson, size: string): string {
  if (!event.image) return '';
  const sizes = event.image.sizes as Readonly<Record<string, { url: string; width: number; height: number }>>;
  const { url, width, height } = sizes[size] ?? event.image;
  return html`<img src="${url}" width="${width}" height="${height}" alt="" loading="lazy">`;
}
