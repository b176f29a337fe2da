import type { IncomingHttpHeaders } from 'node:http';

/**
 * A form or link on another site (CSRF). No script can give those an `Authorization` header: they carry the password
 * that the browser remembers for this site.
 */
export function isFromPageOfOthers(method: string, headers: IncomingHttpHeaders): boolean {
  const { authorization, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (authorization === undefined || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return (site === 'cross-site' || site === 'same-site') && (mode === 'navigate' || mode === 'no-cors');
}
