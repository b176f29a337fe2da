// Parses the URLs of public pages, which are those of the reference (D68).
import { parseDay } from '../../core/dates/civil.ts';
import { type Language, parseLanguage } from '../../core/languages.ts';
import { decodeUri } from '../../core/uri.ts';
import { sitemapAt } from './reference-sitemaps.ts';

export type Page =
  | { view: 'list' | 'cards' | 'past' }
  /** `2027-05`; undefined for the current month. */
  | { view: 'month'; month: string | undefined }
  /** `2027-05-10`; undefined for today. */
  | { view: 'week' | 'day'; day: string | undefined }
  | { view: 'event' | 'venue' | 'organizer' | 'tag'; slug: string }
  /** Slugs from the top of the tree. */
  | { view: 'category'; slugs: readonly string[] }
  /** A URL below `/events/` that names nothing. */
  | { view: 'unknown' };

export interface PageUrl {
  language: Language | undefined;
  page: Page;
  /** Path of the page without the language: `/events/2027-05/`. */
  path: string;
  /** Whether the page is for another site's frame: `/embed/…` has the lists, months, weeks and days of `/events/…`. */
  isEmbedded: boolean;
}

/** Undefined for a URL that belongs to the API, a feed or a file. */
export function parsePageUrl(url: string): PageUrl | undefined {
  const path = url.split('?', 1)[0] as string;
  const segments = path.split('/').filter((segment) => segment !== '');
  const language = parseLanguage(segments[0] ?? '');
  if (language !== undefined) segments.shift();
  // A WordPress site without URL rewriting, redirected to our URL.
  if (segments[0] === 'index.php') segments.shift();
  const decoded = segments.map(decodeUri);
  const page = decoded.includes(undefined) ? undefined : pageOf(decoded as string[]);
  if (!page) return language === undefined && isOfOtherLanguage(segments) ? unknownPage(url) : undefined;
  return { language, page, path: `/${segments.join('/')}/`, isEmbedded: segments[0] === 'embed' };
}

/** A page that does not exist, in the language that the URL begins with. */
export const unknownPage = (url: string): PageUrl => ({
  language: parseLanguage(/^\/([^/?]*)/.exec(url)?.[1] ?? ''),
  page: { view: 'unknown' },
  path: '/events/',
  isEmbedded: false,
});

/** Whether this is a page in a language that we lack, such as `/it/events/`. */
const isOfOtherLanguage = ([first = '', second = '']: readonly string[]): boolean =>
  /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i.test(first) && ['event', 'events', 'venue', 'organizer', 'tag'].includes(second);

function pageOf([first = '', ...rest]: readonly string[]): Page | undefined {
  const [second = '', ...more] = rest;
  switch (first) {
    case 'event':
    case 'venue':
    case 'organizer':
    case 'tag':
      if (rest.length === 1) return { view: first, slug: second };
      // URLs of the reference, which are redirected.
      return /^(?:ical|feed|all|embed|\d{4}-\d\d-\d\d)$/.test(more[0] ?? '') ? { view: 'unknown' } : undefined;
    case 'events':
      if (second === 'tag' && more.length === 1) return { view: 'tag', slug: more[0] as string };
      if (second === 'category') return more.length > 0 ? { view: 'category', slugs: more } : { view: 'unknown' };
      return eventsPage(second, more);
    case 'embed':
      return eventsPage(second, more);
    case 'feed':
      return { view: 'unknown' };
    default:
      return rest.length === 0 && sitemapAt(first) ? { view: 'unknown' } : undefined;
  }
}

function eventsPage(name: string, more: readonly string[]): Page | undefined {
  const [day] = more;
  if (name === 'week' && more.length === 1 && isDay(day)) return { view: 'week', day };
  if (more.length > 0) return { view: 'unknown' };
  switch (name) {
    case '':
    case 'list':
      return { view: 'list' };
    case 'cards':
    case 'past':
      return { view: name };
    case 'month':
      return { view: 'month', month: undefined };
    case 'week':
      return { view: 'week', day: undefined };
    case 'today':
      return { view: 'day', day: undefined };
    default:
      if (isDay(name)) return { view: 'day', day: name };
      if (isDay(`${name}-01`)) return { view: 'month', month: name };
      // `/events/5.ics` is a feed.
      return /\./.test(name) ? undefined : { view: 'unknown' };
  }
}

/** Years 1000 to 9999, as in the API. */
export const isDay = (text: string | undefined): boolean =>
  text !== undefined && /^[1-9]\d{3}-/.test(text) && parseDay(text) !== undefined;
