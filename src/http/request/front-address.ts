import type { IncomingMessage } from 'node:http';
import { parseLanguage } from '../../core/languages.ts';
import { isRead } from './methods.ts';

const siteAddress = /^\/(?:([a-z-]+)\/?)?(\?(?!.*rest_route=).*)?$/i;

/** Queries of the reference that mean a record or a feed, whoever asks (D68). */
const reference = /[?&](?:p|post_type|ical|outlook-ical|feed|tribe_(?:events(?:_cat)?|venue|organizer))=/;

/** The address to answer: the site's own, or that of a language, is the calendar for browsers and the index for programs. */
export function toCalendarPage({ method = '', url = '', headers }: IncomingMessage): string {
  if (!isRead({ method }) || !(/\btext\/html\b/.test(headers.accept ?? '') || reference.test(url))) return url;
  const [whole, language, query = ''] = siteAddress.exec(url) ?? [];
  if (whole === undefined || (language !== undefined && parseLanguage(language) === undefined)) return url;
  return `${language === undefined ? '' : `/${language}`}/events/${query}`;
}
