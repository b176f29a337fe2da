// What all pages share: head, masthead, languages, footer.
import { html } from 'ghtml';
import { type Language, languages, languageTag } from '../../core/languages.ts';
import type { PageLinks } from '../links.ts';
import type { Texts } from '../texts.ts';
import type { View } from './view.ts';

export interface LayoutOptions {
  texts: Texts;
  links: PageLinks;
  siteName: string;
  /** Path of the stylesheet. */
  stylesheet: string;
  /** Path of the page without language, for the switch of languages. */
  path: string;
  defaultLanguage: Language;
  /** Below the site, of the interface: `wp-json/calendar/events/v1`. */
  interfacePath: string;
}

const feeds = [
  ['text/calendar', 'iCalendar', '/events.ics'],
  ['application/rss+xml', 'RSS', '/events.rss'],
  ['application/atom+xml', 'Atom', '/events.atom'],
  ['application/feed+json', 'JSON Feed', '/events.feed.json'],
] as const;

export function layout(view: View, options: LayoutOptions): string {
  const { texts, links, siteName } = options;
  return html`<!doctype html>
<html lang="${texts.tag}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.title} – ${siteName}</title>
!${view.description ? html`<meta name="description" content="${view.description}">` : ''}
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${options.stylesheet}">
!${relations(view, options)}
!${view.head ?? ''}
</head>
<body>
<a class="skip" href="#main">${texts.text('skip')}</a>
<div class="page">
<header class="masthead"><a class="name" href="${links.page('/events/')}">${siteName}</a>
<nav aria-label="${texts.text('languages')}"><details class="menu"><summary>${texts.languageName(texts.language)}</summary><ul class="plain">!${languageLinks(view, options)}</ul></details></nav></header>
<main id="main">
!${view.main}
</main>
<footer><nav aria-label="${texts.text('subscribe')}"><details class="menu"><summary>${texts.text('subscribe')}</summary><ul class="plain">!${feeds.map(([, name, path]) => html`<li><a href="${links.page(path)}">${name}</a></li>`)}</ul></details></nav>
<span>${texts.text('timesAre')}</span>
<a href="${links.file('/docs')}">${texts.text('forPrograms')}</a></footer>
</div>
</body>
</html>
`;
}

function languageLinks({ languages: available }: View, { texts, links, path }: LayoutOptions): string[] {
  return languages.map((language) => {
    const tag = languageTag(language);
    const isCurrent = language === texts.language;
    const note = available === undefined || available.includes(language) ? '' : ' class="fallback"';
    return html`<li><a href="${links.inLanguage(language, path)}" hreflang="${tag}" lang="${tag}"!${note}!${isCurrent ? ' aria-current="true"' : ''}>${nameIn(language)}</a></li>`;
  });
}

/** A language is called by its own name. */
const nameIn = (language: Language): string =>
  new Intl.DisplayNames([languageTag(language)], { type: 'language' }).of(languageTag(language)) ?? language;

/** Only pages with a canonical address are indexed; filters, past events and single days lead nowhere new. */
function relations(view: View, options: LayoutOptions): string {
  const { links, path, interfacePath } = options;
  const alternates = feeds.map(
    ([type, name, path]) => html`<link rel="alternate" type="${type}" title="${name}" href="${links.page(path)}">`,
  );
  const services = html`<link rel="service-desc" type="application/json" href="${links.file(`/${interfacePath}/doc`)}"><link rel="service-doc" type="text/html" href="${links.file('/docs')}">`;
  if (view.canonical === undefined || (view.status ?? 200) !== 200)
    return html`<meta name="robots" content="noindex">!${alternates}!${services}`;
  const hreflang = view.languages
    ? []
    : [
        ['x-default', links.inLanguage(options.defaultLanguage, path)],
        ...languages.map((code) => [languageTag(code), links.inLanguage(code, path)]),
      ].map(
        ([tag = '', address = '']) => html`<link rel="alternate" hreflang="${tag}" href="${links.absolute(address)}">`,
      );
  return html`<link rel="canonical" href="${links.absolute(view.canonical)}">!${hreflang}!${alternates}!${services}`;
}
