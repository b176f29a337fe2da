// Answers requests for public pages: loads the data through the API and renders it.
import type { Zones } from '../core/dates/zones.ts';
import { type Language, languages, languageTag } from '../core/languages.ts';
import { fromKeys } from '../core/objects.ts';
import { discoveryLinks, siteHeaders, siteTags } from '../http/discovery.ts';
import type { PageRoute } from '../http/endpoints/page-routes.ts';
import type { Pipeline } from '../http/pipeline.ts';
import { isApiUrl, mainNamespace } from '../http/request/api-url.ts';
import { type IncomingRequest, isRead } from '../http/request/incoming-request.ts';
import { acceptsPages } from '../http/request/site-url.ts';
import { pageSecurityHeaders } from '../http/response/headers.ts';
import type { OutgoingReply } from '../http/response/outgoing.ts';
import type { Store } from '../store/store.ts';
import { loadAsset, loadEmbedScript, loadStylesheet, loadYourTime, robotsRoute } from './files/asset.ts';
import { loadMaps, type MapSettings, type Maps } from './files/maps.ts';
import { noTheme, type Theme, themeOf, themeRoute } from './files/theme.ts';
import { orFormerPage } from './former-pages.ts';
import { type ApiClient, createApiClient } from './load/api-client.ts';
import { type Choices, createChoices, noChoices } from './load/choices.ts';
import { dayPage, pastPage, upcomingPage } from './load/list-pages.ts';
import { relatedPage, termPage } from './load/related-pages.ts';
import { movedTo, redirectTo } from './redirects.ts';
import { createTexts, type Texts, type TextsByLanguage } from './texts/texts.ts';
import { type Filters, isFiltered, listQuery, readSearch } from './urls/filters.ts';
import { createPageLinks, embeddedLinks, type PageLinks, schemeIn, toSearch } from './urls/page-links.ts';
import { type Page, type PageUrl, parsePageUrl, unknownPage } from './urls/page-url.ts';
import { resolveReference } from './urls/reference-urls.ts';
import { eventPage } from './views/event.ts';
import { embedLayout, layout } from './views/layout.ts';
import { monthPage, weekPage } from './views/month.ts';
import { notFoundView, unavailableView } from './views/notes.ts';
import type { View, ViewContext } from './views/view.ts';

export interface PagesOptions extends MapSettings {
  siteUrl: string | undefined;
  /** Namespaces of the API, our own first. */
  namespaces: readonly string[];
  siteName?: string | undefined;
  language: Language;
  timezone: string;
  zones: Zones;
  /** UTC seconds. */
  now: () => number;
  /** The API that pages read from. */
  pipeline: Pipeline;
  store: Store;
  theme?: Theme;
}

export type Web = ReturnType<typeof createWeb>;

export function createWeb(options: PagesOptions) {
  const { route: stylesheet, classes: pageClasses } = loadStylesheet();
  const assets = {
    stylesheet,
    embedStylesheet: loadAsset('embed.css'),
    icon: loadAsset('icon.svg'),
    yourTime: loadYourTime(),
  };
  const maps = loadMaps(options);
  const { theme = noTheme } = options;
  const allTexts = fromKeys(languages, createTexts);
  const rendering: Rendering = { ...options, theme, assets, pageClasses, maps, allTexts, choices: createChoices() };
  return {
    /** Stylesheets, scripts, the theme's files and `robots.txt`. */
    routes: [
      ...[...Object.values(assets), ...(maps?.routes ?? [])],
      ...[loadEmbedScript(allTexts, options.timezone), themeRoute(theme), robotsRoute(options.siteUrl)],
    ],
    /** Undefined if the request is not for a page. */
    handle(request: IncomingRequest): Promise<OutgoingReply> | undefined {
      const pageUrl = parsePageUrl(request.url);
      // Only the form for an event's password is posted.
      const isPage = isRead(request) || (request.method === 'POST' && pageUrl?.page.view === 'event');
      return pageUrl && isPage ? handlePage(request, pageUrl, rendering) : undefined;
    },
    /** The page for a URL that nothing else knows; programs get the refusal, which is JSON. */
    handleUnknown(request: IncomingRequest, refusal: OutgoingReply): Promise<OutgoingReply> | OutgoingReply {
      if (!isRead(request) || isApiUrl(request.url, options.namespaces)) return refusal;
      if (!acceptsPages(request.headers)) return { ...refusal, headers: { ...refusal.headers, vary: 'Accept' } };
      return handlePage(request, unknownPage(request.url), rendering);
    },
    /** The page for a service that cannot answer, such as without its database; programs get the refusal. */
    handleFailure(request: IncomingRequest, refusal: OutgoingReply): OutgoingReply {
      const { url, headers } = request;
      if (isApiUrl(url, options.namespaces) || !acceptsPages(headers)) return refusal;
      const page = openPage(request, parsePageUrl(url) ?? unknownPage(url), rendering);
      const view = unavailableView(page);
      const body = Buffer.from(render(view, page));
      return { ...refusal, headers: { ...refusal.headers, ...headersOf(view, page) }, body };
    },
  };
}

interface Rendering extends PagesOptions {
  theme: Theme;
  assets: Readonly<Record<'stylesheet' | 'embedStylesheet' | 'icon' | 'yourTime', PageRoute>>;
  pageClasses: ReadonlySet<string>;
  maps: Maps | undefined;
  allTexts: TextsByLanguage;
  choices: ReturnType<typeof createChoices>;
}

/** What a page needs of its request, beside what all pages share. */
interface PageRequest extends Rendering {
  request: IncomingRequest;
  pageUrl: PageUrl;
  pageLanguage: Language;
  filters: Filters;
  pageNumber: number;
  texts: Texts;
  /** Links to the whole site, and within the embedded calendar if the page is in one. */
  siteLinks: PageLinks;
  links: PageLinks;
  /** Without credentials and without an event's password. */
  isOpen: boolean;
}

function openPage(request: IncomingRequest, pageUrl: PageUrl, options: Rendering): PageRequest {
  const { language: defaultLanguage } = options;
  const pageLanguage = pageUrl.language ?? defaultLanguage;
  const { origin, url } = request;
  const siteLinks = createPageLinks({ ...options, language: pageLanguage, defaultLanguage, origin });
  const links = pageUrl.isEmbedded ? embeddedLinks(siteLinks, schemeIn(url)) : siteLinks;
  const isOpen = request.method !== 'POST' && request.headers.authorization === undefined;
  const texts = options.allTexts[pageLanguage];
  return { ...options, ...readSearch(url), request, pageUrl, pageLanguage, texts, siteLinks, links, isOpen };
}

async function handlePage(request: IncomingRequest, pageUrl: PageUrl, options: Rendering): Promise<OutgoingReply> {
  const page = openPage(request, pageUrl, options);
  const { links, isOpen } = page;
  const calendar = createApiClient(options.pipeline, request, page.pageLanguage);
  const target = pageUrl.isEmbedded
    ? undefined
    : await resolveReference(request.url, calendar, page.texts.firstWeekday);
  if (target && !target.isMissing) return redirectTo(links.page(target.path, target.query));
  const [requestPath = ''] = request.url.split('?', 1);
  if (!requestPath.endsWith('/') && pageUrl.page.view !== 'unknown')
    return movedTo(links.page(pageUrl.path), request.url);
  const context = await contextOf(page, calendar);
  const asked: Page = target === undefined ? pageUrl.page : { view: 'unknown' };
  // Feeds are at the page of their record.
  const named = (target && parsePageUrl(target.path)?.page) ?? pageUrl.page;
  const requested = target ? target.path + toSearch(target.query) : request.url;
  const view = await orFormerPage(await viewOf(asked, context), named, context, options.store.reader);
  if (typeof view === 'string') return movedTo(view, requested);
  const status = view.status ?? 200;
  return {
    status,
    headers: headersOf(view, page),
    body: Buffer.from(render(view, page)),
    cacheable: isOpen && request.method === 'GET' && status === 200 && calendar.summary.cacheable,
    until: calendar.summary.until,
    ...(status === 200 ? { read: { modified: calendar.summary.modified } } : {}),
  };
}

async function contextOf(page: PageRequest, calendar: ApiClient): Promise<ViewContext> {
  const { request, texts, links, maps, pageClasses, filters, pageNumber, zones, timezone } = page;
  const now = page.now();
  return {
    texts,
    links,
    maps,
    pageClasses,
    calendar,
    filters,
    pageNumber,
    isSearch: isFiltered(filters) && !page.pageUrl.isEmbedded,
    query: listQuery(filters),
    today: zones.toWall(now, timezone).slice(0, 10),
    hasPassed(wall, zone) {
      const { epoch } = zones.toEpoch(wall, zone);
      if (epoch > now) calendar.summary.until = Math.min(calendar.summary.until, epoch);
      return epoch <= now;
    },
    choices: await choicesFor(page, now),
    siteZone: timezone,
    defaultLanguage: page.language,
    yourTime: page.assets.yourTime.path,
    password: request.method === 'POST' ? await passwordIn(request) : undefined,
  };
}

/** Where the index of the API is, in the language of the page's URL. */
const baseOf = ({ request: { origin }, pageUrl: { language } }: PageRequest): string =>
  language ? `${origin}/${language}` : origin;

function render(view: View, page: PageRequest) {
  const { request, pageUrl, filters, pageNumber, texts, siteLinks, links, assets, language } = page;
  const stylesheet = links.file(assets.stylesheet.path);
  const theme = themeOf(page.theme, page.pageLanguage, links);
  if (pageUrl.isEmbedded)
    return embedLayout(view, {
      texts,
      scheme: schemeIn(request.url),
      links: siteLinks,
      stylesheets: [stylesheet, links.file(assets.embedStylesheet.path), ...theme.stylesheets],
    });
  return layout(view, {
    texts,
    links,
    stylesheet,
    theme,
    icon: theme.icon ?? links.file(assets.icon.path),
    siteName: page.siteName ?? texts.text('calendarName'),
    path: view.status === 404 ? '/events/' : pageUrl.path,
    search: view.status === 404 ? '' : toSearch({ ...filters, page: pageNumber > 1 ? String(pageNumber) : '' }),
    defaultLanguage: language,
    discovery: siteTags(page, request.origin, baseOf(page)),
  });
}

function headersOf(view: View, page: PageRequest): OutgoingReply['headers'] {
  const { isOpen } = page;
  const { isEmbedded } = page.pageUrl;
  const { origin } = page.request;
  const base = baseOf(page);
  return {
    'content-type': 'text/html; charset=UTF-8',
    'content-language': languageTag(page.pageLanguage),
    // At the site's root, programs get the index.
    vary: 'Accept',
    'cache-control': isOpen ? 'no-cache' : 'private, no-store',
    'content-security-policy': contentSecurity(view, page),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...pageSecurityHeaders({ isEmbedded }),
    link: discoveryLinks(origin, `${base}/wp-json/${mainNamespace}`),
    ...siteHeaders(page, origin, base),
    'x-robots-tag': view.canonical === undefined || isEmbedded ? 'noindex' : 'all',
  };
}

/** A page may load only files of this site; scripts and map tiles are allowed only on pages that use them. */
function contentSecurity(view: View, { siteUrl, maps, pageUrl }: PageRequest): string {
  const own = ["'self'", ...(siteUrl === undefined ? [] : [new URL(siteUrl).origin])];
  const images = view.hasMap && maps ? [...own, maps.origin] : own;
  return [
    "default-src 'none'",
    ...(view.scripts ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${images.join(' ')}`,
    `media-src ${own.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    // Any site may frame embedded pages; no site may frame the others.
    `frame-ancestors ${pageUrl.isEmbedded ? '*' : "'none'"}`,
  ].join('; ');
}

/** Pages of events have no search form. Choices do not count towards the modification date of a page. */
function choicesFor(
  { request, pageUrl: { page }, choices, pipeline, pageLanguage: language }: PageRequest,
  now: number,
): Promise<Choices> | Choices {
  const { validity } = request;
  if (validity === undefined || page.view === 'event' || page.view === 'unknown') return noChoices;
  const calendar = createApiClient(pipeline, { ...request, headers: {} }, language);
  return choices({ calendar, language, validity, now });
}

async function passwordIn(request: IncomingRequest): Promise<string | undefined> {
  const form = new URLSearchParams((await request.body()).toString());
  return form.get('password') ?? undefined;
}

/** The view of a page, or the URL to redirect to. */
function viewOf(page: Page, scope: ViewContext): Promise<View | string> {
  switch (page.view) {
    case 'list':
    case 'cards':
      return upcomingPage(scope, page.view);
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
      return termPage(scope, 'tags', [page.slug]);
    case 'category':
      return termPage(scope, 'categories', page.slugs);
    case 'unknown':
      return Promise.resolve(notFoundView(scope));
  }
}
