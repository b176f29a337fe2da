// The page of one event: title and state, the facts, image and description, and structured data.
import { html } from 'ghtml';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import { daysOf } from '../days.ts';
import type { ErrorJson, EventJson } from '../load/api-types.ts';
import { alternatesOf, canonicalOf } from '../load/related-pages.ts';
import { descriptionOf } from './description.ts';
import { eventFacts } from './event-facts.ts';
import { describeEvent } from './link-preview.ts';
import { goneView, notFoundView, notPublicView, passwordView } from './notes.ts';
import { notice } from './notice.ts';
import { datedLink, foldedList, langOf, recordLink, titleLink, venuesOf } from './parts.ts';
import { pictureOf } from './picture.ts';
import { mapLink } from './place.ts';
import { dataOfEvent } from './structured-data.ts';
import type { View, ViewContext } from './view.ts';

export async function eventPage(context: ViewContext, slug: string): Promise<View | string> {
  const { calendar, password, links, texts } = context;
  const { status, body } = await calendar.get<EventJson & ErrorJson>(`/events/by-slug/${encodeURIComponent(slug)}`, {
    password,
  });
  if (status === 200) {
    const canonical = links.local(body.url);
    // The URL of an event that is not published yet, such as `/?p=5`, redirects here.
    const isCanonical =
      password !== undefined ||
      canonical.includes('?') ||
      decodeURIComponent(canonical) === decodeURIComponent(links.page('/event/')) + `${slug}/`;
    return isCanonical ? eventView(context, body) : canonical;
  }
  if (body.code === 'event-password-protected') return passwordView(context, password && texts.text('wrongPassword'));
  if (status === 429) return passwordView(context, body.message, status);
  // A password that no event can have.
  if (status === 400 && password) return passwordView(context, texts.text('wrongPassword'));
  if (body.code === 'event-no-longer-available') return goneView(context);
  return status === 403 ? notPublicView(context) : notFoundView(context);
}

/** Other upcoming dates of the same series, soonest first. */
async function otherDates({ calendar }: ViewContext, { id, post_parent }: EventJson): Promise<readonly EventJson[]> {
  const parent = post_parent || id;
  const events = await calendar.allEvents({ post_parent: String(parent) });
  return events.filter((event) => event.id !== id);
}

/** Titles with more characters are set in smaller type. */
const longTitle = 120;

async function eventView(context: ViewContext, event: EventJson): Promise<View> {
  const { calendar, texts, links } = context;
  const picture = await pictureOf(event.image, context, 512);
  const parent = event.post_parent ? await calendar.get<EventJson>(`/events/${event.post_parent}`) : undefined;
  const others = await otherDates(context, event);
  const alternates = await alternatesOf(context, `/events/${event.id}`, event);
  const lang = langOf(event.language, texts);
  const crumbs = event.categories.map((category) => recordLink(category, category.name, context));
  const hasMap = venuesOf(event).some((venue) => mapLink(venue, context) !== '');
  const main = html`<article class="event"><header>
<p class="soft crumbs"><a href="${links.page('/events/')}">${texts.text('calendar')}</a>!${crumbs.map((crumb) => ` · ${crumb}`)}</p>
<h1!${lang}!${event.title.length > longTitle ? ' class="long"' : ''}>${event.title || '–'}</h1>
!${notice(event, others, context)}
</header>
!${eventFacts(event, alternates, context)}
<div class="story">
!${picture.figure}
!${descriptionOf(event, context)}
!${tags(event, context)}
!${parent?.status === 200 ? html`<p>!${texts.text('partOf', { name: titleLink(parent.body, context) })}</p>` : ''}
!${others.length > 0 ? html`<h2>${texts.text('otherDates')}</h2>` : ''}
!${foldedList(
    others.map((other) => html`<li>!${datedLink(other, context, event.title)}</li>`),
    10,
    texts,
  )}
</div></article>`;
  return {
    title: event.title || texts.text('calendar'),
    subtitle: texts.range(...daysOf(event)),
    description: describeEvent(event, context),
    isArticle: true,
    ...picture.preview,
    main,
    head: eventHead(event, context),
    scripts: scriptsOf(event, hasMap, context),
    hasMap,
    canonical: canonicalOf(context, event, alternates),
    alternates,
  };
}

const tags = ({ tags: found }: EventJson, { links, texts }: ViewContext): string =>
  found.length === 0
    ? ''
    : html`<ul class="tags">!${found.map(({ url, name, language }) => html`<li><a class="chip" rel="tag" href="${links.local(url)}"!${langOf(language, texts)}>${name}</a></li>`)}</ul>`;

function scriptsOf(event: EventJson, hasMap: boolean, { links, texts, yourTime, maps }: ViewContext): string {
  const ofTime = event.all_day ? '' : html`<script src="${links.file(yourTime)}"></script>`;
  return ofTime + (maps && hasMap ? maps.script(links, texts) : '');
}

/** WordPress reads `=` in URLs, but not as an entity. */
function eventHead(event: EventJson, { links, texts }: ViewContext): string {
  const embed = `${links.absolute(links.file('/wp-json/oembed/1.0/embed'))}?url=${encodeURIComponent(event.url)}`;
  return html`<link rel="alternate" type="text/calendar" title="${texts.text('calendarFile')}" href="${links.page(`/events/${event.id}.ics`)}">
<link rel="alternate" type="application/json+oembed" href="!${escapeHtml(embed)}">
!${dataOfEvent(event)}`;
}
