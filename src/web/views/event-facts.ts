// The facts of an event (when, where, cost, organizers) with menus to add it to a calendar and to share it.
import { html } from 'ghtml';
import { readableZone } from '../../core/dates/zone-name.ts';
import { languageTag } from '../../core/languages.ts';
import { daysOf } from '../days.ts';
import type { EventJson, VenueJson } from '../load/api-types.ts';
import type { Texts } from '../texts/texts.ts';
import { calendarLinks, type NamedLink, shareLinks, toIso } from './add-to-calendar.ts';
import { foldedList, languageNames, recordLink, venuesOf } from './parts.ts';
import { addressLines, directions, hostOf, mapLink } from './place.ts';
import { isToCome, ticketLine } from './sale.ts';
import { unbroken } from './unbroken.ts';
import type { Alternates, ViewContext } from './view.ts';

export function eventFacts(event: EventJson, alternates: Alternates, context: ViewContext): string {
  const { texts, siteZone } = context;
  const term = (name: string, content: string) =>
    content === '' ? '' : html`<div><dt>${name}</dt><dd>!${content}</dd></div>`;
  const organizers = event.organizer.map((host) => html`<li>!${recordLink(host, host.organizer, context)}</li>`);
  const tickets = event.tickets.map((ticket) => html`<li>!${ticketLine(ticket, event, context)}</li>`);
  const cost = [
    event.cost === '' ? '' : html`<strong>${texts.cost(event.cost)}</strong>`,
    tickets.length > 0 ? html`<ul class="plain">!${tickets}</ul>` : '',
  ].join('');
  const website =
    event.website === '' ? '' : html`<a href="${event.website}" rel="noopener">${hostOf(event.website)}</a>`;
  // Reader views of browsers drop an `aside`.
  return html`<section class="facts" aria-label="${texts.text('when')}, ${texts.text('where')}"><dl>
!${term(texts.text('when'), when(event, texts, siteZone))}
!${term(texts.text('where'), places(event, context))}
!${term(texts.text(tickets.length > 0 ? 'tickets' : 'cost'), cost)}
!${term(texts.text('organizer'), foldedList(organizers, 5, texts))}
!${term(texts.text('website'), website)}
!${term(texts.text('languages'), languagesOf(alternates, texts))}
</dl>
!${isToCome(event, context) ? menu(texts.text('addToCalendar'), 'primary', calendarLinks(event, context)) : ''}
!${menu(texts.text('share'), '', shareLinks(event, texts))}
</section>`;
}

/** Venues and online access; an online-only event lists the online access first. */
function places(event: EventJson, context: ViewContext): string {
  const venues = venuesOf(event).map((venue) => where(venue, context));
  const link = online(event, context);
  return (event.attendance_mode === 'online' ? [link, ...venues] : [...venues, link]).join('');
}

const menu = (name: string, style: string, items: readonly NamedLink[]): string =>
  html`<details class="menu"><summary class="button ${style}">${name}</summary><ul class="plain">!${items.map((item) => html`<li><a href="${item.url}" rel="nofollow noopener">${item.name}</a></li>`)}</ul></details>`;

/** Links to the event in other languages. */
function languagesOf(alternates: Alternates, texts: Texts): string {
  const others = Object.entries(alternates.byLanguage).filter(([language]) => language !== texts.language);
  return others
    .map(([language, path]) => {
      const tag = languageTag(language);
      return html`<a href="${path}" hreflang="${tag}" lang="${tag}">${languageNames[language]}</a>`;
    })
    .join(', ');
}

function online({ attendance_mode: mode, online_url: url }: EventJson, { texts }: ViewContext): string {
  if (mode === 'offline' || mode === null) return '';
  const link = url === '' ? '' : html`<a href="${url}" rel="noopener">${texts.text('joinOnline')}</a>`;
  return html`<div><strong>${texts.text(mode)}</strong> !${link}</div>`;
}

function when(event: EventJson, texts: Texts, siteZone: string): string {
  const [first, last] = daysOf(event);
  const name = readableZone(event.timezone);
  const names = new Set(name === event.timezone ? [event.timezone_abbr || name, name] : [name]);
  const zone =
    event.timezone === siteZone || event.all_day ? '' : html` <span class="soft">(${[...names].join(', ')})</span>`;
  const start = html`<time datetime="${event.all_day ? first : event.start_date.replace(' ', 'T')}">`;
  if (first === last) {
    const hours = event.all_day
      ? html`${texts.text('allDay')}`
      : unbroken(texts.hours(event.start_date, event.end_date));
    return html`!${start}<strong>!${unbroken(texts.fullDay(first))}</strong> !${hours}</time>!${zone}!${yourTime(event, texts)}`;
  }
  const at = (wall: string) => unbroken(event.all_day ? texts.fullDay(wall) : texts.dayAndTime(wall));
  const [from, to] = [at(event.start_date), at(event.end_date)];
  return html`!${start}<strong>!${texts.text('rangeStart', { name: from })}</strong> !${texts.text('rangeEnd', { name: to })}</time>!${zone}!${yourTime(event, texts)}`;
}

/** Empty until its script fills it for visitors in another time zone. The zone's offset may change during the event. */
function yourTime(event: EventJson, texts: Texts): string {
  if (event.all_day) return '';
  const [start, end] = [toIso(event.utc_start_date), toIso(event.utc_end_date)];
  const offset = (wall: string, utc: string) => (Date.parse(toIso(wall)) - Date.parse(utc)) / 60_000;
  const offsets = `${offset(event.start_date, start)} ${offset(event.end_date, end)}`;
  return html`<your-time class="soft" data-start="${start}" data-end="${end}" data-offsets="${offsets}" data-label="${texts.text('yourTime')}"></your-time>`;
}

function where(venue: VenueJson, context: ViewContext): string {
  const lines = addressLines(venue).map((line) => html`${line}`);
  const ways = [directions(venue, context), mapLink(venue, context)].filter((way) => way !== '');
  return html`<div><strong>!${recordLink(venue, venue.venue, context)}</strong> <span>!${lines.join('<br>')}</span>!${ways.map((way) => `<br>${way}`)}</div>`;
}
