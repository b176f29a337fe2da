// `/embed.js`, the custom element that shows the calendar on other sites.
import { readFileSync } from 'node:fs';
import { statusWords } from '../../core/feeds/words.ts';
import { type Language, languages } from '../../core/languages.ts';
import type { PageRoute } from '../../http/endpoints/page-routes.ts';
import type { TextKey, Texts } from '../texts/texts.ts';

const textKeys = [
  'calendarName',
  'previous',
  'next',
  'nothingHere',
  'allDay',
  'moreOnDay',
  'toCalendar',
] as const satisfies readonly TextKey[];

const asset = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

/** Its address never changes, so it is revalidated after an hour. Any site may load it. */
export function loadEmbedScript(textsIn: (language: Language) => Texts): PageRoute {
  const texts = languages.map((language) => {
    const { text } = textsIn(language);
    const ofElement = Object.fromEntries(textKeys.map((key) => [key, text(key)]));
    return [language, { ...ofElement, states: statusWords(language) }] as const;
  });
  const script = asset('embed.js')
    .replace("'{texts}'", () => JSON.stringify(Object.fromEntries(texts)))
    .replace("'{styles}'", () => JSON.stringify(asset('embed-element.css')));
  const page = {
    type: 'text/javascript; charset=UTF-8',
    body: Buffer.from(script),
    headers: { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' },
  };
  return { path: '/embed.js', make: () => page };
}
