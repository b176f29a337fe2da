// oEmbed 1.0: how other sites show a link to an event.

import { ApiError } from '../../core/api-error.ts';
import { languages, parseLanguage } from '../../core/languages.ts';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import type { OpenApiOptions } from '../../http/openapi/document.ts';
import { strictObject } from '../../http/openapi/schema.ts';
import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { readParams } from '../../http/params/read.ts';
import { integer, oneOf, text } from '../../http/params/scalars.ts';
import { anyone, type RequestContext, type Route } from '../../http/route.ts';
import { done, refused } from '../records/replies.ts';
import { addressOf, anyText, textOf } from '../records/reply-schemas.ts';
import type { CalendarRecord } from './present-posts.ts';

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
  format: unsetWhenEmpty(describe(oneOf(['json'], { default: 'json' }), 'Format of the reply')),
  maxwidth: unsetWhenEmpty(describe(integer({ min: 1, default: usualWidth }), 'Maximum width in pixels')),
  maxheight: unsetWhenEmpty(describe(integer({ min: 1 }), 'Has no effect: the height follows from the text')),
};

const pixels = { type: 'integer', minimum: 1 };
const schema = strictObject(
  {
    version: { const: '1.0' },
    type: { const: 'rich' },
    provider_name: textOf('Name of the calendar'),
    provider_url: addressOf('The calendar'),
    title: textOf('Plain text'),
    html: textOf('HTML without scripts and frames'),
    width: pixels,
    height: { type: 'null' },
    thumbnail_url: anyText,
    thumbnail_width: pixels,
    thumbnail_height: pixels,
  },
  ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'],
);

/** `calendar` are the routes of the calendar's own interface. */
export const embedRoute = (calendar: readonly Route[]): Route => ({
  method: 'GET',
  path: '/embed',
  operationId: 'getEmbed',
  summary: 'Describe the page of an event as oEmbed',
  tag: 'Embed',
  params: fields,
  allowed: anyone,
  replies: [done(schema), ...refused('rest-event-not-found')],
  async handle(context) {
    const { values, problems } = readParams(fields, context.params, context);
    problems.throwIfAny();
    const { slug, language } = pageIn(values.url as string, context);
    const read = calendar.find(({ method, path }) => method === 'GET' && path === '/events/by-slug/{slug}') as Route;
    const params = new Map(language ? [['i18n_language', language]] : []);
    const localized = context.withLanguage(params);
    const links = { ...localized.links, isAlias: false };
    const { body, modified } = await read.handle({ ...localized, links, params, path: { slug } }).catch(unknownPage);
    const event = (Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body) as CalendarRecord;
    return { status: 200, modified, body: present(event, values.maxwidth ?? usualWidth, context) };
  },
});

function unknownPage(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? new ApiError('rest-event-not-found') : error;
}

const pagePattern = new RegExp(`^/(?:(${languages.join('|')})/)?event/([^/]+)/?$`, 'i');

function pageIn(url: string, { links }: RequestContext) {
  const home = new URL(links.file('/'));
  const page = URL.parse(url);
  const isOurs = page?.host === home.host && page.pathname.startsWith(home.pathname);
  const [, language, slug] = isOurs ? (pagePattern.exec(page.pathname.slice(home.pathname.length - 1)) ?? []) : [];
  if (slug === undefined) throw new ApiError('rest-event-not-found');
  return { slug, language: parseLanguage(language ?? '') };
}

function present(event: CalendarRecord, width: number, { links, siteName }: RequestContext) {
  const [title, url] = [String(event['title']), String(event['url'])];
  const image = event['image'] as { url: string; width?: number; height?: number } | false;
  const html = `<blockquote class="kalends-event"><p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p><p><time datetime="${String(event['start_date']).replace(' ', 'T')}">${String(event['start_date']).slice(0, 16)}</time></p></blockquote>`;
  const thumbnail =
    image && image.width !== undefined && image.height !== undefined
      ? { thumbnail_url: image.url, thumbnail_width: image.width, thumbnail_height: image.height }
      : {};
  return {
    ...{ version: '1.0', type: 'rich', title, html, width: Math.min(width, usualWidth), height: null },
    provider_name: siteName ?? new URL(links.file('/')).host,
    provider_url: links.file('/'),
    ...thumbnail,
  };
}
