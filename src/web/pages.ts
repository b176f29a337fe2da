// Answers requests for public pages: reads what a page shows through the interface and renders it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html } from 'ghtml';
import type { Zones } from '../core/dates/zones.ts';
import { type Language, languageTag } from '../core/languages.ts';
import type { PageRoute } from '../http/endpoints/page-routes.ts';
import type { Pipeline } from '../http/pipeline.ts';
import { mainNamespace } from '../http/request/address.ts';
import type { IncomingRequest } from '../http/request/incoming-request.ts';
import type { OutgoingReply } from '../http/response/outgoing.ts';
import { readFilters } from './filters.ts';
import { openInterface, type TermJson } from './interface.ts';
import { createPageLinks } from './links.ts';
import { cardsPage, dayPage, listPage, monthPage, type PageScope, pastPage, weekPage } from './list-pages.ts';
import { type Page, type PageAddress, parsePageAddress } from './page-address.ts';
import { categoryPage, eventPage, relatedPage, tagPage } from './record-pages.ts';
import { redirectOf } from './redirects.ts';
import { createTexts, type Texts } from './texts.ts';
import { layout } from './views/layout.ts';
import { notFoundView } from './views/notes.ts';
import type { View } from './views/view.ts';

export interface PagesOptions {
  siteUrl: string | undefined;
  siteName?: string | undefined;
  language: Language;
  timezone: string;
  zones: Zones;
  /** UTC seconds. */
  now: () => number;
  /** The interface that pages read from. */
  pipeline: Pipeline;
}

export interface Web {
  /** Undefined for a request that is not for a page. */
  answer(request: IncomingRequest): Promise<OutgoingReply> | undefined;
  stylesheet: PageRoute;
}

const contentSecurity = (siteUrl: string | undefined): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self'${siteUrl === undefined ? '' : ` ${new URL(siteUrl).origin}`}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function createWeb(options: PagesOptions): Web {
  const stylesheet = loadStylesheet();
  const texts = new Map<Language, Texts>();
  const textsIn = (language: Language): Texts => {
    const found = texts.get(language) ?? createTexts(language);
    texts.set(language, found);
    return found;
  };
  return {
    stylesheet,
    answer(request) {
      const address = parsePageAddress(request.url);
      if (!address || !(request.method === 'GET' || request.method === 'HEAD' || request.method === 'POST'))
        return undefined;
      if (request.method === 'POST' && address.page.view !== 'event') return undefined;
      return answerPage(request, address, { ...options, stylesheet: stylesheet.path, textsIn });
    },
  };
}

/** Its path changes with its content, so that it can be cached for ever. */
function loadStylesheet(): PageRoute {
  const body = readFileSync(new URL('assets/calendar.css', import.meta.url));
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 10);
  const page = {
    type: 'text/css; charset=UTF-8',
    body,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  };
  return { path: `/assets/calendar-${digest}.css`, make: () => page };
}

interface Rendering extends PagesOptions {
  stylesheet: string;
  textsIn: (language: Language) => Texts;
}

async function answerPage(request: IncomingRequest, address: PageAddress, options: Rendering): Promise<OutgoingReply> {
  const language = address.language ?? options.language;
  const links = createPageLinks({ ...options, language, defaultLanguage: options.language, origin: request.origin });
  const calendar = openInterface(options.pipeline, request, language);
  const redirect = redirectOf(request.url, address, links);
  if (redirect !== undefined) return redirectTo(redirect, 301);
  const texts = options.textsIn(language);
  const { body } = await calendar.get<{ categories?: readonly TermJson[] }>('/categories', {
    hide_empty: 'true',
    per_page: '100',
  });
  const scope: PageScope = {
    texts,
    links,
    filters: readFilters(request.url),
    today: options.zones.toWall(options.now(), options.timezone).slice(0, 10),
    categories: body.categories ?? [],
    calendar,
    siteZone: options.timezone,
    password: request.method === 'POST' ? await passwordIn(request) : undefined,
  };
  const view = await viewOf(address.page, scope);
  if (typeof view === 'string') return redirectTo(view, 301);
  const siteName = options.siteName ?? new URL(options.siteUrl ?? request.origin).host;
  const page = layout(view, {
    texts,
    links,
    siteName,
    stylesheet: links.file(options.stylesheet),
    path: address.path,
    defaultLanguage: options.language,
    interfacePath: `wp-json/${mainNamespace}`,
  });
  const isOpen = request.method !== 'POST' && request.authorization === undefined;
  return {
    status: view.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-language': languageTag(language),
      'cache-control': isOpen ? 'no-cache' : 'private, no-store',
      'content-security-policy': contentSecurity(options.siteUrl),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-robots-tag': view.canonical === undefined ? 'noindex' : 'all',
    },
    body: Buffer.from(page),
    cacheable: isOpen && request.method === 'GET' && (view.status ?? 200) === 200 && calendar.summary.cacheable,
    ...((view.status ?? 200) === 200 ? { read: { modified: calendar.summary.modified } } : {}),
  };
}

/** A view, or the address to which a page has moved. */
function viewOf(page: Page, scope: PageScope): Promise<View | string> {
  switch (page.view) {
    case 'list':
      return listPage(scope);
    case 'cards':
      return cardsPage(scope);
    case 'past':
      return pastPage(scope);
    case 'month':
      return monthPage(scope, page.month);
    case 'week':
      return weekPage(scope, page.day);
    case 'day':
      return dayPage(scope, page.day);
    case 'event':
      return eventPage(scope, page.slug);
    case 'venue':
    case 'organizer':
      return relatedPage(scope, page.view, page.slug);
    case 'tag':
      return tagPage(scope, page.slug);
    case 'category':
      return categoryPage(scope, page.slugs);
    case 'unknown':
      return Promise.resolve(notFoundView(scope));
  }
}

async function passwordIn(request: IncomingRequest): Promise<string | undefined> {
  const form = new URLSearchParams((await request.body()).toString());
  return form.get('password') ?? undefined;
}

const redirectTo = (location: string, status: number): OutgoingReply => ({
  status,
  headers: { location, 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache' },
  body: Buffer.from(html`<a href="${location}">${location}</a>`),
  cacheable: false,
});
