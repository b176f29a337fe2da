// One event: what, when, where, how much, and what to do with it.
import { html } from 'ghtml';
import { hasSocialImage, socialImage } from '../../core/images.ts';
import { languageTag } from '../../core/languages.ts';
import { calendarLinks, type NamedLink, shareLinks } from '../add-to-calendar.ts';
import { daysOf } from '../days.ts';
import type { EventJson, ImageJson, VenueJson } from '../interface.ts';
import type { Texts } from '../texts.ts';
import { langOf, ownNames, titleLink } from './parts.ts';
import { addressLines, directions, hostOf, mapLink } from './place.ts';
import type { Alternates, View, ViewContext } from './view.ts';

export interface EventPage {
  event: EventJson;
  /** What the event is a part of. */
  parent: EventJson | undefined;
  /** Others of the same series or parent. */
  others: readonly EventJson[];
  /** Of the image. */
  alternativeText: string;
  /** Paths of the page in the languages that the event has texts in. */
  alternates: Alternates;
}

/** Characters from which a title is set in smaller type. */
const longTitle = 120;

export function eventView(context: ViewContext, page: EventPage): View {
  const { event, others, parent, alternates } = page;
  const { texts, links } = context;
  const lang = langOf(event.language, texts);
  const crumbs = event.categories.map(
    ({ url, name, language }) => html`<a href="${links.local(url)}"!${langOf(language, texts)}>${name}</a>`,
  );
  const hasMap = venuesOf(event).some((venue) => mapLink(venue, context) !== '');
  const main = html`<article class="event"><header>
<p class="soft crumbs"><a href="${links.page('/events/')}">${texts.text('calendar')}</a>!${crumbs.map((crumb) => ` · ${crumb}`)}</p>
<h1!${lang}!${event.title.length > longTitle ? ' class="long"' : ''}>${event.title || '–'}</h1>
!${notice(event, context)}
</header>
!${facts(page, context)}
<div class="story">
!${picture(event, page.alternativeText)}
<div class="text"!${lang}>!${event.description}</div>
!${tags(event, context)}
!${parent ? html`<p>!${texts.text('partOf', { name: titleLink(parent, context) })}</p>` : ''}
!${others.length > 0 ? html`<h2>${texts.text('otherDates')}</h2><ul class="plain">!${others.map((other) => html`<li><time datetime="${other.start_date.replace(' ', 'T')}">${texts.fullDay(other.start_date)}</time>: !${titleLink(other, context)}</li>`)}</ul>` : ''}
</div></article>`;
  return {
    title: event.title || texts.text('calendar'),
    description: summary(event),
    main,
    head: head(page, context),
    scripts: scriptsOf(event, hasMap, context),
    hasMap,
    canonical: links.local(event.url),
    alternates,
  };
}

/** What readers have to know before they set out. */
function notice(event: EventJson, { texts }: ViewContext): string {
  const { event_status, event_status_reason: reason, previous_start_date: previous } = event;
  if (event_status === 'scheduled') return '';
  const was =
    previous === '' ? '' : html` <s>${texts.fullDay(previous)}${event.all_day ? '' : `, ${texts.time(previous)}`}</s>`;
  return html`<div class="notice" role="note"><strong>${texts.text(event_status)}</strong>!${was}!${reason === '' ? '' : html`<p!${langOf(event.language, texts)}>${reason}</p>`}</div>`;
}

function picture({ image }: EventJson, alternativeText: string): string {
  if (!image) return '';
  const sizes = Object.values(image.sizes as Readonly<Record<string, { url: string; width: number; height: number }>>)
    .filter(({ width, height }) => Math.abs(width / height - image.width / image.height) < 0.05)
    .concat({ url: image.url, width: image.width, height: image.height });
  const set = sizes.map(({ url, width }) => `${url} ${width}w`).join(', ');
  return html`<figure><img src="${image.url}" srcset="${set}" sizes="(min-width: 52rem) 44rem, 100vw" width="${image.width}" height="${image.height}" alt="${alternativeText}"></figure>`;
}

const tags = ({ tags: found }: EventJson, { links, texts }: ViewContext): string =>
  found.length === 0
    ? ''
    : html`<ul class="tags">!${found.map(({ url, name, language }) => html`<li><a class="chip" rel="tag" href="${links.local(url)}"!${langOf(language, texts)}>${name}</a></li>`)}</ul>`;

function facts({ event, alternates }: EventPage, context: ViewContext): string {
  const { texts, links, siteZone } = context;
  const term = (name: string, content: string) =>
    content === '' ? '' : html`<div><dt>${name}</dt><dd>!${content}</dd></div>`;
  const organizers = event.organizer
    .map(
      ({ url, organizer, language }) => html`<a href="${links.local(url)}"!${langOf(language, texts)}>${organizer}</a>`,
    )
    .join('<br>');
  const tickets = event.tickets.map(({ name, url, sold_out }) =>
    sold_out ? html`<li>${name} (${texts.text('soldOut')})</li>` : html`<li><a href="${url}">${name}</a></li>`,
  );
  const cost = [
    event.cost === '' ? '' : html`<strong>${event.cost}</strong>`,
    tickets.length > 0 ? html`<ul class="plain">!${tickets}</ul>` : '',
  ].join('');
  const website =
    event.website === '' ? '' : html`<a href="${event.website}" rel="noopener">${hostOf(event.website)}</a>`;
  return html`<aside class="facts" aria-label="${texts.text('when')}, ${texts.text('where')}"><dl>
!${term(texts.text('when'), when(event, texts, siteZone))}
!${term(texts.text('where'), places(event, context))}
!${term(texts.text(tickets.length > 0 ? 'tickets' : 'cost'), cost)}
!${term(texts.text('by'), organizers)}
!${term(texts.text('website'), website)}
!${term(texts.text('languages'), languagesOf(alternates, texts))}
</dl>
!${menu(texts.text('addToCalendar'), 'primary', calendarLinks(event, links, texts))}
!${menu(texts.text('share'), '', shareLinks(event, texts))}
</aside>`;
}

/** An event that takes place online only names that first. */
function places(event: EventJson, context: ViewContext): string {
  const venues = venuesOf(event).map((venue) => where(venue, context));
  const link = online(event, context);
  return (event.attendance_mode === 'online' ? [link, ...venues] : [...venues, link]).join('');
}

const venuesOf = ({ venue }: EventJson): readonly VenueJson[] => [venue].flat();

const menu = (name: string, style: string, items: readonly NamedLink[]): string =>
  html`<details class="menu"><summary class="button ${style}">${name}</summary><ul class="plain">!${items.map((item) => html`<li><a href="${item.address}" rel="nofollow noopener">${item.name}</a></li>`)}</ul></details>`;

/** In other languages than that of the page. */
function languagesOf(alternates: Alternates, texts: Texts): string {
  const others = Object.entries(alternates).filter(([language]) => language !== texts.language);
  return others
    .map(([language, path]) => {
      const tag = languageTag(language);
      return html`<a href="${path}" hreflang="${tag}" lang="${tag}">${ownNames[language]}</a>`;
    })
    .join(', ');
}

function online({ attendance_mode: mode, online_url: address }: EventJson, { texts }: ViewContext): string {
  if (mode === 'offline' || mode === null) return '';
  const link = address === '' ? '' : html`<a href="${address}" rel="noopener">${texts.text('joinOnline')}</a>`;
  return html`<div><strong>${texts.text(mode)}</strong>!${link}</div>`;
}

function when(event: EventJson, texts: Texts, siteZone: string): string {
  const [first, last] = daysOf(event);
  const zone =
    event.timezone === siteZone || event.all_day
      ? ''
      : html` <span class="soft">(${event.timezone_abbr || event.timezone}, ${event.timezone})</span>`;
  const start = html`<time datetime="${event.all_day ? first : event.start_date.replace(' ', 'T')}">`;
  if (first === last) {
    const isMoment = event.start_date === event.end_date;
    const hours = event.all_day
      ? texts.text('allDay')
      : texts.time(event.start_date) + (isMoment ? '' : ` – ${texts.time(event.end_date)}`);
    return html`!${start}<strong>${texts.fullDay(first)}</strong>${hours}</time>!${zone}!${yourTime(event, texts)}`;
  }
  const at = (wall: string, day: string) =>
    event.all_day ? texts.fullDay(day) : `${texts.fullDay(day)}, ${texts.time(wall)}`;
  return html`!${start}<strong>${at(event.start_date, first)}</strong>${texts.text('until', { name: at(event.end_date, last) })}</time>!${zone}!${yourTime(event, texts)}`;
}

/** Empty until its script fills it, for readers whose clock shows another time. */
function yourTime(event: EventJson, texts: Texts): string {
  if (event.all_day) return '';
  const start = toIso(event.utc_start_date);
  const offset = (Date.parse(toIso(event.start_date)) - Date.parse(start)) / 60_000;
  return html`<your-time class="soft" data-start="${start}" data-end="${toIso(event.utc_end_date)}" data-offset="${offset}" data-label="${texts.text('yourTime')}"></your-time>`;
}

const toIso = (wall: string): string => `${wall.replace(' ', 'T')}Z`;

function scriptsOf(event: EventJson, hasMap: boolean, { links, texts, yourTime, maps }: ViewContext): string {
  const ofTime = event.all_day ? '' : html`<script src="${links.file(yourTime)}" blocking="render" defer></script>`;
  return ofTime + (maps && hasMap ? maps.script(links, texts) : '');
}

function where(venue: VenueJson, context: ViewContext): string {
  const { texts, links } = context;
  const lines = addressLines(venue).map((line) => html`${line}`);
  const ways = [directions(venue, context), mapLink(venue, context)].filter((way) => way !== '');
  return html`<div><strong><a href="${links.local(venue.url)}"!${langOf(venue.language, texts)}>${venue.venue}</a></strong><span>!${lines.join('<br>')}</span>!${ways.map((way) => `<br>${way}`)}</div>`;
}

/** Structured data, and what other sites show of a link to the page. `<` cannot end the element early. */
function head({ event, alternativeText }: EventPage, { links, texts }: ViewContext): string {
  const data = JSON.stringify(event.json_ld ?? {}).replaceAll('<', '\\u003c');
  const preview = event.image && previewOf(event.image);
  const image = preview
    ? html`<meta property="og:image" content="${preview.url}"><meta property="og:image:width" content="${preview.width}"><meta property="og:image:height" content="${preview.height}"><meta property="og:image:alt" content="${alternativeText}"><meta name="twitter:card" content="summary_large_image">`
    : '';
  const embed = `${links.absolute(links.file('/wp-json/oembed/1.0/embed'))}?url=${encodeURIComponent(event.url)}`;
  return html`<meta property="og:type" content="article"><meta property="og:title" content="${event.title}"><meta property="og:url" content="${event.url}"><meta property="og:description" content="${summary(event)}">!${image}
<link rel="alternate" type="text/calendar" title="${texts.text('calendarFile')}" href="${links.file(`/events/${event.id}.ics`)}">
<link rel="alternate" type="application/json+oembed" href="${embed}">
<script type="application/ld+json">!${data}</script>`;
}

/** The crop in the shape that other sites show; the image itself if it is too small for one. */
function previewOf(image: ImageJson): Pick<ImageJson, 'url' | 'width' | 'height'> {
  if (!hasSocialImage(image)) return image;
  const { file, width, height } = socialImage;
  return { url: image.url.replace(/[^/]*$/, file), width, height };
}

const summary = ({ json_ld }: EventJson): string =>
  ((json_ld as { description?: string } | undefined)?.description ?? '').slice(0, 300);
