// Structured data of an event, and metadata for link previews.
import { html } from 'ghtml';
import { hasSocialImage, socialImage } from '../../core/images.ts';
import type { EventJson, ImageJson } from '../load/interface-types.ts';
import type { EventPage, ViewContext } from './view.ts';

/** `<` is escaped in the data, so that it cannot end the element early. */
export function eventHead({ event, alternativeText }: EventPage, { links, texts }: ViewContext): string {
  const data = JSON.stringify(event.json_ld ?? {}).replaceAll('<', '\\u003c');
  const preview = event.image && previewOf(event.image);
  const image = preview
    ? html`<meta property="og:image" content="${preview.url}"><meta property="og:image:width" content="${preview.width}"><meta property="og:image:height" content="${preview.height}"><meta property="og:image:alt" content="${alternativeText}"><meta name="twitter:card" content="summary_large_image">`
    : '';
  const embed = `${links.absolute(links.file('/wp-json/oembed/1.0/embed'))}?url=${encodeURIComponent(event.url)}`;
  return html`<meta property="og:type" content="article"><meta property="og:title" content="${event.title}"><meta property="og:url" content="${event.url}"><meta property="og:description" content="${summaryOf(event)}">!${image}
<link rel="alternate" type="text/calendar" title="${texts.text('calendarFile')}" href="${links.file(`/events/${event.id}.ics`)}">
<link rel="alternate" type="application/json+oembed" href="${embed}">
<script type="application/ld+json">!${data}</script>`;
}

/** The crop for link previews, or the image itself if it is too small for one. */
function previewOf(image: ImageJson): Pick<ImageJson, 'url' | 'width' | 'height'> {
  if (!hasSocialImage(image)) return image;
  const { file, width, height } = socialImage;
  return { url: image.url.replace(/[^/]*$/, file), width, height };
}

export const summaryOf = ({ json_ld }: EventJson): string =>
  ((json_ld as { description?: string } | undefined)?.description ?? '').slice(0, 300);
