// What a URL of the reference asks for, as it was sent.

import { parseLanguage } from '../../core/languages.ts';
import type { Query } from '../load/api-client.ts';

/** What a URL asks for. Each step returns it with fewer segments, and with what they said in the other members. */
export interface Asked {
  /** Of the path, without language and `index.php`. */
  segments: readonly string[];
  /** The view at the end of the path: `month`, `2027-05`. */
  view?: string | undefined;
  /** Under their newest names. As in PHP, the last of several values counts. */
  params: Query;
  hasOlderNames: boolean;
}

/** The same parameters in lists of WordPress, in links from before version 5 of the reference, and in its filter bar. */
const newestNames = [
  ['s', 'tribe-bar-search'],
  ['tribe_display', 'eventDisplay'],
  ['tribe_event_display', 'eventDisplay'],
  ['paged', 'page'],
  ['tribe_paged', 'page'],
  ['tribe_eventcategory', 'category'],
] as const;

export function readUrl(url: string): Asked {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
  const names = path.split('/').filter((name) => name !== '' && name !== 'index.php');
  const sent = [...new URLSearchParams(search)];
  // Ids, which our filter takes as well.
  const categories = sent.filter(([name]) => /^tribe_eventcategory(?:\[\d*\])?$/.test(name)).map(([, id]) => id);
  const params: Query = {
    ...Object.fromEntries(sent),
    ...(categories.length > 0 ? { tribe_eventcategory: categories.join() } : {}),
  };
  const renamed = newestNames.filter(([name]) => name in params).map(([name, newest]) => [newest, params[name]]);
  return {
    segments: parseLanguage(names[0] ?? '') ? names.slice(1) : names,
    params: { ...params, ...Object.fromEntries(renamed) },
    hasOlderNames: renamed.length > 0,
  };
}
