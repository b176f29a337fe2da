// The calendar on pages of other sites: the script of its custom element, and pages for frames.
import { readFileSync } from 'node:fs';
import { statusWords } from '../core/feeds/words.ts';
import { type Language, languages } from '../core/languages.ts';
import type { PageRoute } from '../http/endpoints/page-routes.ts';
import type { PageLinks } from './links.ts';
import type { TextKey, Texts } from './texts.ts';

const textKeys = [
  'calendarName',
  'previous',
  'next',
  'nothingHere',
  'allDay',
  'moreOnDay',
  'toCalendar',
] as const satisfies readonly TextKey[];

/** At an address that never changes, so it is asked for again; any site may load it. */
export function loadEmbedScript(textsIn: (language: Language) => Texts): PageRoute {
  const texts = languages.map((language) => {
    const { text } = textsIn(language);
    const shown = Object.fromEntries(textKeys.map((key) => [key, text(key)]));
    return [language, { ...shown, states: statusWords(language) }] as const;
  });
  const script = readFileSync(new URL('assets/embed.js', import.meta.url), 'utf8');
  const page = {
    type: 'text/javascript; charset=UTF-8',
    body: Buffer.from(script.replace("'{texts}'", () => JSON.stringify(Object.fromEntries(texts)))),
    headers: { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' },
  };
  return { path: '/embed.js', make: () => page };
}

export type Scheme = 'light' | 'dark' | undefined;

/** `?theme=dark` sets what otherwise follows the reader's system: the site around a frame may have one theme only. */
export function schemeIn(url: string): Scheme {
  const scheme = new URLSearchParams(url.split('?', 2)[1]).get('theme');
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined;
}

/** Lists, months, weeks and days stay in the frame; all other pages replace the page around it. */
export const embeddedLinks = (links: PageLinks, scheme: Scheme): PageLinks => ({
  ...links,
  page: (path, query = {}) =>
    /^\/events\/(?!category\/|tag\/)/.test(path)
      ? links.page(path.replace('/events/', '/embed/'), { ...query, theme: scheme })
      : links.page(path, query),
});
