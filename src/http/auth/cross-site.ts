import type { IncomingHttpHeaders } from 'node:http';

/**
 * A form or link on somebody else's page. No script can give those an `Authorization` header: what they carry is the
 * password that a browser's user once typed here, and nobody meant to send it.
 */
export function isFromPageOfOthers(method: string, headers: IncomingHttpHeaders): boolean {
  const { authorization, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (authorization === undefined || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return (site === 'cross-site' || site === 'same-site') && (mode === 'navigate' || mode === 'no-cors');
}
