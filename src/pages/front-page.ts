import { type Language, languages, languageTag } from '../core/languages.ts';
import { escapeHtml } from '../core/text/escape-html.ts';
import type { Page } from '../http/endpoints/page-routes.ts';
import type { AssetName } from './assets.ts';
import frontTexts from './front-texts.json' with { type: 'json' };
import { htmlPage, nameOfLanguage } from './layout.ts';

/** What readers of feeds look for where they are given the address of the site. */
const feeds = [
  ['text/calendar', '', 'events.ics'],
  ['application/rss+xml', ' (RSS)', 'events.rss'],
  ['application/atom+xml', ' (Atom)', 'events.atom'],
  ['application/feed+json', ' (JSON Feed)', 'events.feed.json'],
] as const;

export interface FrontPage {
  origin: string;
  /** Behind which the page lies. */
  language: Language | undefined;
  /** The default language of the content. */
  siteLanguage: Language;
  siteName: string | undefined;
  /** Leads from the page to the namespace. */
  path: string;
}

/** The page at the address of the service, or at that of a language. */
export function makeFrontPage(
  { origin, language, siteLanguage, siteName, path }: FrontPage,
  nameOf: (asset: AssetName) => string,
): Page {
  const site = escapeHtml(origin);
  const top = language ? '../' : '';
  const spoken = language ?? siteLanguage;
  const texts = frontTexts[spoken];
  const name = escapeHtml(siteName ?? texts.heading);
  const others = languages.filter((code) => code !== spoken).map((code) => languageLink(code, `${top}${code}/`));
  return htmlPage({
    language: spoken,
    title: siteName ?? `${texts.heading} – Kalends`,
    icon: `${top}docs/${nameOf('favicon-32x32.png')}`,
    styles: [`${top}docs/${nameOf('docs.css')}`],
    scripts: [],
    head: `<link rel="https://api.w.org/" href="wp-json/">
<link rel="service-desc" type="application/json" href="${path}/doc">
<link rel="service-doc" type="text/html" href="docs">
<link rel="alternate" href="${path}/">
${feeds.map(([type, kind, href]) => `<link rel="alternate" type="${type}" title="${name}${kind}" href="${href}">\n`).join('')}<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${site}">
`,
    body: `<header><strong>Kalends</strong></header>
<main class="front">
<h1>${name}</h1>
<p>${texts.about}</p>
<ul>
<li><a href="docs">${texts.documentation}</a> (${texts.aboutDocumentation})</li>
<li><a href="events/">${texts.coming}</a>, <a href="events.ics">${texts.subscription}</a>, <a href="events.rss">RSS</a></li>
<li><a href="${path}/doc">${texts.description}</a>, <a href="${top}.well-known/api-catalog">${texts.catalogue}</a></li>
</ul>
<pre><code>curl '${site}/${language ? `${language}/` : ''}${path}/events?per_page=5'</code></pre>
<nav aria-label="${texts.languages}">${others.join(' ')}</nav>
</main>`,
  });
}

const languageLink = (code: Language, address: string): string =>
  `<a href="${address}" hreflang="${languageTag(code)}" lang="${languageTag(code)}">${nameOfLanguage(code)}</a>`;
