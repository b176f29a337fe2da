// oEmbed 1.0: how other sites show a link to an event.

import { ApiError } from '../../core/api-error.ts';
import { languages, parseLanguage } from '../../core/languages.ts';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import type { OpenApiOptions } from '../../http/openapi/document.ts';
import { strictObject } from '../../http/openapi/schema.ts';
import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { integer, oneOf, text } from '../../http/params/scalars.ts';
import { type PathValues, publicRead, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { readAlsoFormer } from '../records/former-slugs.ts';
import { done, refused } from '../records/replies.ts';
import { anyText, textSchema, urlSchema } from '../records/reply-schemas.ts';
import type { CalendarRecord } from './calendar-record.ts';
import { notFoundAs } from './list.ts';
import { bodyOf, routeOf } from './routes-mirrored.ts';

export const oembedNamespace = 'oembed/1.0';

export const describeOembed = (version: string): Omit<OpenApiOptions, 'server' | 'home'> => ({
  title: 'Kalends oEmbed',
  description: 'oEmbed 1.0 for event pages.',
  version,
  tags: [
    { name: 'Site', description: 'The API itself: its routes and this document.' },
    { name: 'Embed', description: 'Events in pages of other sites.' },
  ],
  examples: {},
});

const usualWidth = 600;
const fields = {
  url: required(describe(text({ filled: true, max: 4000 }), 'URL of the page of an event')),
  format: unsetWhenEmpty(describe(oneOf(['json'], { default: 'json' }), 'Format of the response')),
  maxwidth: unsetWhenEmpty(describe(integer({ min: 1, default: usualWidth }), 'Maximum width in pixels')),
  maxheight: unsetWhenEmpty(
    describe(integer({ min: 1 }), 'Maximum height of the thumbnail in pixels; that of the text is unknown'),
  ),
};

const pixels = { type: 'integer', minimum: 1 };
const schema = strictObject(
  {
    version: { const: '1.0' },
    type: { const: 'rich' },
    provider_name: textSchema('Name of the calendar'),
    provider_url: urlSchema('The calendar'),
    title: textSchema('Plain text'),
    html: textSchema('HTML without scripts and frames'),
    width: pixels,
    height: { type: 'null' },
    thumbnail_url: anyText,
    thumbnail_width: pixels,
    thumbnail_height: pixels,
  },
  ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'],
);

export const embedRoute = (calendar: readonly Route[], db: Reader): Route =>
  publicRead({
    path: '/embed',
    operationId: 'getEmbed',
    summary: 'Describe the page of an event as oEmbed',
    tag: 'Embed',
    params: fields,
    replies: [done(schema), ...refused('rest-event-not-found')],
    async handle(values, context) {
      const { slug, language } = pageIn(values.url as string, context);
      const params = new Map(language ? [['i18n_language', language]] : []);
      const localized = context.withLanguage(params);
      const links = { ...localized.links, isAlias: false };
      const readAt = (path: PathValues) => {
        const read = routeOf(calendar, path.slug === undefined ? '/events/{id}' : '/events/by-slug/{slug}');
        return read({ ...localized, links, params, path });
      };
      const found = readAlsoFormer(db, 'event', { slug }, readAt);
      const reply = await found.catch(notFoundAs('rest-event-not-found'));
      const event = bodyOf(reply);
      const body = { ...present(event, context, values.maxwidth), ...thumbnailOf(event, values) };
      return { status: 200, modified: reply.modified, body };
    },
  });

const pagePattern = new RegExp(`^/(?:(${languages.join('|')})/)?event/([^/]+)/?$`, 'i');

function pageIn(url: string, { links }: RequestContext) {
  const home = new URL(links.file('/'));
  const page = URL.parse(url);
  const isOurs = page?.host === home.host && page.pathname.startsWith(home.pathname);
  const [, language, slug] = isOurs ? (pagePattern.exec(page.pathname.slice(home.pathname.length - 1)) ?? []) : [];
  if (slug === undefined) throw new ApiError('rest-event-not-found');
  return { slug, language: parseLanguage(language ?? '') };
}

function present(event: CalendarRecord, { links, siteName }: RequestContext, width = usualWidth) {
  const [title, url] = [String(event['title']), String(event['url'])];
  const [day = '', clock = ''] = String(event['start_date']).split(' ');
  const [datetime, shown] = event['all_day'] ? [day, day] : [`${day}T${clock}`, `${day} ${clock.slice(0, 5)}`];
  const html = `<blockquote class="kalends-event"><p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p><p><time datetime="${datetime}">${shown}</time></p></blockquote>`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    html,
    width: Math.min(width, usualWidth),
    height: null,
    provider_name: siteName ?? new URL(links.file('/')).host,
    provider_url: links.file('/'),
  };
}

interface Limits {
  maxwidth?: number;
  maxheight?: number;
}

interface Picture {
  url: string;
  width?: number;
  height?: number;
}

/** The largest file of the image within the limits, which oEmbed requires of thumbnails; without limits the image itself. */
function thumbnailOf(event: CalendarRecord, { maxwidth = Infinity, maxheight = Infinity }: Limits) {
  const image = event['image'] as (Picture & { sizes?: Readonly<Record<string, Picture>> }) | false;
  const files = image ? [image, ...Object.values(image.sizes ?? {})] : [];
  const [largest] = files
    .flatMap(({ url, width, height }) => (width === undefined || height === undefined ? [] : [{ url, width, height }]))
    .filter(({ width, height }) => width <= maxwidth && height <= maxheight)
    .sort((a, b) => b.width - a.width);
  return largest && { thumbnail_url: largest.url, thumbnail_width: largest.width, thumbnail_height: largest.height };
}
