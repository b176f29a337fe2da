// The preview that other sites show of a link: Open Graph (ogp.me) and X cards.
import { html } from 'ghtml';
import { zoneAfterTime } from '../../core/dates/zone-name.ts';
import { hasSocialImage, socialImage } from '../../core/images.ts';
import { daysOf } from '../days.ts';
import type { BriefJson, EventJson, ImageJson } from '../load/api-types.ts';
import type { Texts } from '../texts/texts.ts';
import type { PageLinks } from '../urls/page-links.ts';
import { firstVenue, placeLine } from './parts.ts';
import type { View, ViewContext } from './view.ts';

export function linkPreview(view: View, { links, siteName }: { links: PageLinks; siteName: string }): string {
  if ((view.status ?? 200) !== 200) return '';
  const { title, description, canonical, image, imageText, isArticle = false } = view;
  const tags: [property: string, content: string | undefined][] = [
    ['og:type', isArticle ? 'article' : 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:url', canonical && links.absolute(canonical)],
    ['og:description', description],
  ];
  const present = tags.filter(([, content]) => content);
  return html`!${present.map(([property, content = '']) => html`<meta property="${property}" content="${content}">`)}!${imageTags(image, imageText)}`;
}

function imageTags(image: ImageJson | undefined, text: string | undefined): string {
  if (!image) return html`<meta name="twitter:card" content="summary">`;
  const { url, width, height } = previewOf(image);
  const alternative = text === undefined ? '' : html`<meta property="og:image:alt" content="${text}">`;
  return html`<meta property="og:image" content="${url}"><meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">!${alternative}<meta name="twitter:card" content="summary_large_image">`;
}

/** The crop for link previews, or the image itself if it is too small for one. */
function previewOf(image: ImageJson): Pick<ImageJson, 'url' | 'width' | 'height'> {
  if (!hasSocialImage(image)) return image;
  const { file, width, height } = socialImage;
  return { url: image.url.replace(/[^/]*$/, file), width, height };
}

/** A description cut to what search engines and other sites show at most, but not within a character. */
export const briefly = (text: string): string => text.slice(0, 300).replace(/[\uD800-\uDBFF]$/, '');

/** When and where an event takes place, then its own text: events of a series differ in the day alone. */
export function describeEvent(event: EventJson, { texts, siteZone }: Pick<ViewContext, 'texts' | 'siteZone'>): string {
  const { event_status: status, attendance_mode: mode } = event;
  const [first, last] = daysOf(event);
  const zone = zoneAfterTime(event.timezone, siteZone);
  const day = event.all_day ? texts.fullDay(first) : texts.dayAndTime(event.start_date) + zone;
  const venue = firstVenue(event);
  const place = mode === 'online' ? texts.text(mode) : venue && placeLine(venue);
  const facts = [
    status === 'scheduled' ? '' : texts.text(status),
    first === last ? day : texts.range(first, last),
    place,
    event.json_ld?.description,
  ];
  return briefly(facts.filter(Boolean).join(' · '));
}

/** Describes a page by its first events; one that lasts several days counts once. */
export function describeEvents(events: readonly BriefJson[], texts: Texts): string {
  const first = [...new Map(events.map((event) => [event.id, event])).values()].slice(0, 3);
  return first.map(({ title, start_date }) => `${title || '–'}${texts.comma}${texts.shortDay(start_date)}`).join(' · ');
}
