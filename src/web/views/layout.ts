// The parts that all pages share: head, masthead, language menu, footer.
import { html } from 'ghtml';
import { type Language, languages, languageTag } from '../../core/languages.ts';
import { mainNamespace } from '../../http/request/api-url.ts';
import type { PageTheme } from '../files/theme.ts';
import type { Query } from '../load/api-client.ts';
import type { Texts } from '../texts/texts.ts';
import type { PageLinks, Scheme } from '../urls/page-links.ts';
import { linkPreview } from './link-preview.ts';
import { languageNames } from './parts.ts';
import type { View } from './view.ts';

export interface LayoutOptions {
  texts: Texts;
  links: PageLinks;
  siteName: string;
  /** Path of the stylesheet. */
  stylesheet: string;
  icon: string;
  theme: PageTheme;
  /** Path of the page without language, for the language menu. */
  path: string;
  /** The filters and the number of the page, as a query. */
  search: string;
  defaultLanguage: Language;
  /** HTML of the links by which clients discover the API. */
  discovery: string;
}

const documentPath = `/wp-json/${mainNamespace}/doc`;

const feeds = [
  ['text/calendar', 'iCalendar', '/events.ics'],
  ['application/rss+xml', 'RSS', '/events.rss'],
  ['application/atom+xml', 'Atom', '/events.atom'],
  ['application/feed+json', 'JSON Feed', '/events.feed.json'],
] as const;

export function layout(view: View, options: LayoutOptions): string {
  const { texts, links, siteName, theme } = options;
  return html`<!doctype html>
<html lang="${texts.tag}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.title}${view.subtitle ? ` · ${view.subtitle}` : ''} – ${siteName}</title>
!${view.description ? html`<meta name="description" content="${view.description}">` : ''}
<meta name="color-scheme" content="light dark">
!${[options.stylesheet, ...theme.stylesheets].map((url) => html`<link rel="stylesheet" href="${url}">`)}
<link rel="icon" href="${options.icon}">
!${linkPreview(view, options)}
!${relations(view, options)}
!${options.discovery}
!${view.head ?? ''}!${view.scripts ?? ''}
</head>
<body>
<a class="skip" href="#main">${texts.text('skip')}</a>
<div class="page">
<header class="masthead"><a class="name" href="${links.page('/events/')}">!${theme.logo ? html`<img src="${theme.logo}" alt="">` : ''}${siteName}</a>
<nav class="menu" aria-label="${texts.text('languages')}">!${menu('languages', languageNames[texts.language] ?? '', languageLinks(view, options))}</nav>!${theme.header && html`<div class="own-text">!${theme.header}</div>`}</header>
<main id="main">
!${view.main}
</main>
<p class="on-paper">${links.absolute(links.page(options.path))}${options.search}</p>
!${footer(options)}
</div>
</body>
</html>
`;
}

/** A popover closes without scripts: with Escape, or with a click elsewhere. */
const menu = (id: string, name: string, items: readonly string[]): string =>
  html`<button type="button" popovertarget="${id}">${name}</button><ul id="${id}" popover>!${items}</ul>`;

function footer({ texts, links, theme }: LayoutOptions): string {
  const nav = (id: string, key: 'subscribe' | 'api', items: readonly (readonly [string, string])[]) =>
    html`<nav class="menu" aria-label="${texts.text(key)}">!${menu(
      id,
      texts.text(key),
      items.map(([text, url]) => html`<li><a href="${url}">${text}</a></li>`),
    )}</nav>`;
  const subscriptions = feeds.map(([, name, path]) => [name, links.page(path)] as const);
  const api = [
    [texts.text('documentation'), links.file('/docs')],
    [texts.text('openApi'), links.file(documentPath)],
    [texts.text('catalogue'), links.file('/.well-known/api-catalog')],
  ] as const;
  return html`<footer>!${theme.footer && html`<div class="own-text">!${theme.footer}</div>`}<span>${texts.text('timesAre')}</span>
!${nav('feeds', 'subscribe', subscriptions)}
!${nav('api', 'api', api)}</footer>`;
}

function languageLinks({ alternates }: View, { texts, links, path, search }: LayoutOptions): string[] {
  return languages.map((language) => {
    const tag = languageTag(language);
    const isCurrent = language === texts.language;
    const own = alternates?.byLanguage[language];
    const note = alternates === undefined || own !== undefined ? '' : ' class="fallback"';
    const url = own ?? links.inLanguage(language, path);
    // The short URL of a record that is not published has a query itself.
    return html`<li><a href="${url}${url.includes('?') ? '' : search}" hreflang="${tag}" lang="${tag}"!${note}!${isCurrent ? ' aria-current="true"' : ''}>${languageNames[language]}</a></li>`;
  });
}

/** Only pages with a canonical URL are indexed: filtered pages, past events and single days add nothing new. */
function relations(view: View, options: LayoutOptions): string {
  const { links, siteName } = options;
  const feedsOf = (name: string, query?: Query) =>
    feeds.map(
      ([type, kind, path]) =>
        html`<link rel="alternate" type="${type}" title="${name} (${kind})" href="${links.page(path, query)}">`,
    );
  // Some feed readers offer only the first one.
  const feedLinks = [...(view.feed ? feedsOf(view.title, view.feed) : []), ...feedsOf(siteName)];
  const services = html`<link rel="https://api.w.org/" href="${links.file('/wp-json/')}"><link rel="service-desc" type="application/json" href="${links.file(documentPath)}"><link rel="service-doc" type="text/html" href="${links.file('/docs')}">`;
  if (view.canonical === undefined) return html`<meta name="robots" content="noindex">!${feedLinks}!${services}`;
  const path = view.canonical.slice(links.page('/').length - 1);
  const { byLanguage, xDefault } = view.alternates ?? {
    byLanguage: Object.fromEntries(languages.map((code) => [code, links.inLanguage(code, path)])),
    xDefault: links.inLanguage(options.defaultLanguage, path),
  };
  const hreflang = [
    ['x-default', xDefault],
    ...Object.entries(byLanguage).map(([code, to]) => [languageTag(code), to]),
  ].map(([tag = '', to = '']) => html`<link rel="alternate" hreflang="${tag}" href="${links.absolute(to)}">`);
  return html`<link rel="canonical" href="${links.absolute(view.canonical)}">!${hreflang}!${feedLinks}!${services}`;
}

export interface EmbedLayoutOptions {
  texts: Texts;
  /** Links to pages outside the frame. */
  links: PageLinks;
  /** Paths in cascade order. */
  stylesheets: readonly string[];
  scheme: Scheme;
}

export function embedLayout(view: View, { texts, links, stylesheets, scheme }: EmbedLayoutOptions): string {
  const toFrame = html` href="${links.page('/embed/')}`;
  return html`<!doctype html>
<html lang="${texts.tag}" dir="ltr"!${scheme === undefined ? '' : ` data-theme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.title}</title>
<base target="_top">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme ?? 'light dark'}">
!${stylesheets.map((url) => html`<link rel="stylesheet" href="${url}">`)}
</head>
<body>
<div class="page">
<main id="main">
!${view.main.replaceAll(toFrame, ` target="_self"${toFrame}`)}
<p class="whole"><a href="${links.page('/events/')}">${texts.text('toCalendar')}</a></p>
</main>
</div>
</body>
</html>
`;
}
