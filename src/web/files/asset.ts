// Stylesheets, scripts and the icon of pages, `/embed.js` and `/robots.txt`.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { correctionsIn } from '../../core/dates/notation.ts';
import { statusWords } from '../../core/feeds/words.ts';
import { languages, languageTag } from '../../core/languages.ts';
import { fromKeys, mapValues } from '../../core/objects.ts';
import type { PageRoute } from '../../http/endpoints/page-routes.ts';
import { codedPrice, type TextKey, type TextsByLanguage } from '../texts/texts.ts';

const types = { css: 'text/css; charset=UTF-8', js: 'text/javascript; charset=UTF-8', svg: 'image/svg+xml' } as const;

type Extension = keyof typeof types;

/** The path changes with the content, so that the file can be cached forever. */
export function assetRoute(name: `${string}.${Extension}`, body: Buffer): PageRoute {
  const [stem, extension] = name.split('.') as [string, Extension];
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  const page = { type: types[extension], body, headers };
  return { path: `/assets/${stem}-${hash('sha256', body, 'hex').slice(0, 10)}.${extension}`, make: () => page };
}

const read = (name: string): Buffer => readFileSync(new URL(`../assets/${name}`, import.meta.url));

export const loadAsset = (name: `${string}.${Extension}`): PageRoute => assetRoute(name, read(name));

/** Later parts win where they set the same within a layer. */
const stylesheetParts = ['base', 'filters', 'notes', 'layout', 'lists', 'month', 'event', 'print'];

/** The stylesheet of all pages, as one file, and the classes in it. */
export function loadStylesheet() {
  const css = Buffer.concat(stylesheetParts.map((part) => read(`calendar/${part}.css`)));
  const classes = css.toString().matchAll(/\.([a-z][\w-]*)/g);
  return { route: assetRoute('calendar.css', css), classes: new Set([...classes].map(([, name]) => name as string)) };
}

export function loadYourTime(): PageRoute {
  const corrections = Object.fromEntries(languages.map((code) => [languageTag(code), correctionsIn(code)]));
  const script = read('your-time.js').toString();
  return assetRoute('your-time.js', Buffer.from(script.replace("'{corrections}'", () => JSON.stringify(corrections))));
}

/** Everything may be crawled, and the sitemap lists all pages. */
export const robotsRoute = (siteUrl: string | undefined): PageRoute => ({
  path: '/robots.txt',
  make: ({ origin }) => ({
    type: 'text/plain; charset=UTF-8',
    body: Buffer.from(`User-agent: *\nDisallow:\n\nSitemap: ${siteUrl ?? origin}/sitemap.xml\n`),
  }),
});

/** Without the lines that are comments only, which visitors would download. */
const withoutComments = (source: Buffer): string =>
  source.toString().replace(/^ *(?:\/\/[^\n]*|\/\*(?:(?!\*\/).)*\*\/)\n/gms, '');

/** Texts of the custom element. */
const textKeys = [
  'calendarName',
  'previous',
  'next',
  'nothingHere',
  'allDay',
  'until',
  'moreOnDay',
  'toCalendar',
] as const satisfies readonly TextKey[];

/** The custom element for other sites. Its URL never changes, so it is revalidated after an hour. */
export function loadEmbedScript(allTexts: TextsByLanguage, siteZone: string): PageRoute {
  const texts = mapValues(allTexts, ({ language, text, cost }) => ({
    ...fromKeys(textKeys, (key) => text(key)),
    free: cost('Free'),
    states: statusWords(language),
    corrections: correctionsIn(language),
  }));
  const script = withoutComments(read('embed.js'))
    .replace("'{texts}'", () => JSON.stringify(texts))
    .replace("'{siteZone}'", () => JSON.stringify(siteZone))
    .replace('/{codedPrice}/g', () => String(codedPrice))
    .replace("'{styles}'", () => JSON.stringify(withoutComments(read('embed-element.css'))));
  const page = {
    type: 'text/javascript; charset=UTF-8',
    body: Buffer.from(script),
    headers: { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' },
  };
  return { path: '/embed.js', make: () => page };
}
