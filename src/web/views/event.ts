// One event: title and state, the facts, image and description.
import { html } from 'ghtml';
import type { EventJson } from '../load/interface-types.ts';
import { eventFacts, venuesOf } from './event-facts.ts';
import { eventHead, summaryOf } from './event-head.ts';
import { datedLink, langOf, titleLink } from './parts.ts';
import { mapLink } from './place.ts';
import type { EventPage, View, ViewContext } from './view.ts';

/** Titles with more characters are set in smaller type. */
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
!${eventFacts(page, context)}
<div class="story">
!${picture(event, page.alternativeText)}
<div class="text"!${lang}>!${event.description}</div>
!${tags(event, context)}
!${parent ? html`<p>!${texts.text('partOf', { name: titleLink(parent, context) })}</p>` : ''}
!${others.length > 0 ? html`<h2>${texts.text('otherDates')}</h2><ul class="plain">!${others.map((other) => datedLink(other, context))}</ul>` : ''}
</div></article>`;
  return {
    title: event.title || texts.text('calendar'),
    description: summaryOf(event),
    main,
    head: eventHead(page, context),
    scripts: scriptsOf(event, hasMap, context),
    hasMap,
    canonical: links.local(event.url),
    alternates,
  };
}

/** Canceled, postponed or moved: what visitors must know before they set out. */
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

function scriptsOf(event: EventJson, hasMap: boolean, { links, texts, yourTime, maps }: ViewContext): string {
  const ofTime = event.all_day ? '' : html`<script src="${links.file(yourTime)}" blocking="render" defer></script>`;
  return ofTime + (maps && hasMap ? maps.script(links, texts) : '');
}
