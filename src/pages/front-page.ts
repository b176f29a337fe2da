import type { Language } from '../core/languages.ts';
import { escapeHtml } from '../core/text/escape-html.ts';
import type { Page } from '../http/page-routes.ts';
import { htmlPage } from './layout.ts';
import type { AssetName } from './swagger-assets.ts';

/** What readers of feeds look for where they are given the address of the site. */
const feeds = [
  ['text/calendar', 'Events', 'events.ics'],
  ['application/rss+xml', 'Events (RSS)', 'events.rss'],
  ['application/atom+xml', 'Events (Atom)', 'events.atom'],
  ['application/feed+json', 'Events (JSON Feed)', 'events.feed.json'],
] as const;

export interface FrontPage {
  origin: string;
  language: Language | undefined;
  /** Leads from the page to the namespace. */
  path: string;
}

/** For people who open the address of the service, or that of a language in it. */
export function makeFrontPage({ origin, language, path }: FrontPage, nameOf: (asset: AssetName) => string): Page {
  const site = escapeHtml(origin);
  const top = language ? '../' : '';
  return htmlPage({
    title: 'Kalends events calendar',
    icon: `${top}docs/${nameOf('favicon-32x32.png')}`,
    styles: [`${top}docs/${nameOf('docs.css')}`],
    scripts: [],
    head: `<link rel="https://api.w.org/" href="wp-json/">
<link rel="service-desc" type="application/json" href="${path}/doc">
<link rel="service-doc" type="text/html" href="docs">
<link rel="alternate" href="${path}/">
${feeds.map(([type, title, href]) => `<link rel="alternate" type="${type}" title="${title}" href="${href}">\n`).join('')}<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${site}">
`,
    body: `<header><strong>Kalends</strong></header>
<main class="front">
<h1>Events calendar</h1>
<p>This is a calendar for programs: events, venues, organizers, categories and tags as JSON.</p>
<ul>
<li><a href="docs">Documentation</a>, where requests can be tried</li>
<li><a href="${path}/events">Coming events</a>, also as <a href="events.ics">calendar</a> to subscribe to and as <a href="events.rss">RSS</a></li>
<li><a href="${path}/doc">OpenAPI document</a>, <a href="${top}.well-known/api-catalog">catalogue of interfaces</a></li>
</ul>
<pre><code>curl '${site}/${language ? `${language}/` : ''}${path}/events?per_page=5'</code></pre>
</main>`,
  });
}
