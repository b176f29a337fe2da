import type { IncomingMessage } from 'node:http';
import { parseLanguage } from '../../core/languages.ts';
import { mainNamespace } from './api-url.ts';
import { isRead } from './incoming-request.ts';

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const defaultPorts = { http: /:80$/, https: /:443$/ } as const;

/**
 * Scheme and host as the caller used them, without the scheme's default port (D54). `localhost` replaces an invalid host
 * name, so that it does not get into links.
 */
export function originOf(protocol: string, host: string | undefined): string {
  // A proxy may pass on any value from its client.
  const scheme = protocol === 'https' ? 'https' : 'http';
  const isValid = host !== undefined && hostPattern.test(host) && URL.canParse(`${scheme}://${host}/`);
  const name = isValid ? host : 'localhost';
  return `${scheme}://${name.replace(defaultPorts[scheme], '')}`;
}

/** The path of the site's URL without a trailing slash: `/calendar`, or empty for a site at the root (D67). */
export const folderOf = (siteUrl: string | undefined): string =>
  siteUrl === undefined ? '' : new URL(siteUrl).pathname.replace(/\/+$/, '');

/** The path and query below the folder; a proxy may already have removed the folder. */
export function belowFolder(url: string, folder: string): string {
  if (folder === '' || !url.startsWith(folder)) return url;
  const rest = url.slice(folder.length);
  // The namespace may start with the name of the folder.
  if (!/^(?:[/?]|$)/.test(rest) || url.toLowerCase().startsWith(`/${mainNamespace}`)) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const siteRoot = /^\/(?:([a-z-]+)\/?)?(\?(?!.*rest_route=).*)?$/i;

/** Queries of the reference for a record, a search or a feed, redirected for every client (D68). */
const reference = /[?&](?:p|s|post_type|ical|outlook-ical|feed|tribe_(?:events(?:_cat)?|venue|organizer))=/;

/** Whether the client is a browser that opens a page, rather than a program. */
export const acceptsPages = ({ accept }: Readonly<Record<string, unknown>>): boolean =>
  /\btext\/html\b/.test(String(accept));

/** Rewrites the site's root, also of a language, to the calendar page for browsers; programs get the index there. */
export function toCalendarPage({ method = '', url = '', headers }: IncomingMessage): string {
  if (!isRead({ method }) || !(acceptsPages(headers) || reference.test(url))) return url;
  const [whole, language, query = ''] = siteRoot.exec(url) ?? [];
  if (whole === undefined || (language !== undefined && parseLanguage(language) === undefined)) return url;
  return `${language === undefined ? '' : `/${language}`}/events/${query}`;
}
