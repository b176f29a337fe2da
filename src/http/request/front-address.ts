import type { IncomingMessage } from 'node:http';
import { parseLanguage } from '../../core/languages.ts';
import { isRead } from './methods.ts';

const siteAddress = /^\/(?:([a-z-]+)\/?)?(\?(?!.*rest_route=).*)?$/i;

/** Queries of the reference for a record or a feed, redirected for every client (D68). */
const reference = /[?&](?:p|post_type|ical|outlook-ical|feed|tribe_(?:events(?:_cat)?|venue|organizer))=/;

/** Rewrites the site's root, also of a language, to the calendar page for browsers; programs get the index there. */
export function toCalendarPage({ method = '', url = '', headers }: IncomingMessage): string {
  if (!isRead({ method }) || !(/\btext\/html\b/.test(headers.accept ?? '') || reference.test(url))) return url;
  const [whole, language, query = ''] = siteAddress.exec(url) ?? [];
  if (whole === undefined || (language !== undefined && parseLanguage(language) === undefined)) return url;
  return `${language === undefined ? '' : `/${language}`}/events/${query}`;
}
