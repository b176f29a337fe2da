// The lists to fetch for an address that the person names.

import { TransferProblem } from '../../core/transfer-problem.ts';
import { siteOf } from '../rest/keys.ts';
import type { Section } from '../source/prescan.ts';

/** A list to follow from page to page. */
export interface Collection {
  first: URL;
  /** Without it there is nothing to import; the others only complete the records that events name. */
  isRequired: boolean;
  /** Asked for without the password, where it is false: what the public sees. */
  isSecret?: boolean;
  /** Its pages have numbers: one that is promised is asked for although nothing links to it. */
  isNumbered?: boolean;
}

export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** As much as most sites give at once. */
const perPage = '50';
/** All of time: the default of the interface is from today. In the reach of every database's dates, in every zone. */
const allTime = { start_date: '1001-01-01 00:00:00', end_date: '2999-12-31 23:59:59' };

/** All of time for a Kalends. */
export const everyYear = { start_date: '0001-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59Z' };

export const lists: readonly { path: Section; query: Readonly<Record<string, string>>; isRequired: boolean }[] = [
  { path: 'categories', query: { hide_empty: 'false' }, isRequired: false },
  { path: 'tags', query: { hide_empty: 'false' }, isRequired: false },
  { path: 'venues', query: {}, isRequired: false },
  { path: 'organizers', query: {}, isRequired: false },
  { path: 'events', query: allTime, isRequired: true },
];

/** The list of that address, or all five lists of a namespace, past and future. Throws TransferProblem. */
export function collectionsOf(text: string): Collection[] {
  const url = assertAddress(text);
  if (!isNamespace(url)) return [{ first: url, isRequired: true }];
  return lists.map(({ path, query, isRequired }) => ({
    first: listAt(url, path, query),
    isRequired,
    isNumbered: true,
  }));
}

/** Throws TransferProblem for what cannot be fetched. */
export function assertAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TransferProblem(`${text} is no web address; addresses begin with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TransferProblem(
      `${url.host}: signing in at the source is not offered within the address; give it without a password, and --user with KALENDS_IMPORT_PASSWORD.`,
    );
  }
  url.hash = '';
  return url;
}

export const routeOf = (url: URL): string => url.searchParams.get('rest_route') ?? url.pathname;

/** `…/tribe/events/v1`, the root of the interface. */
export const isNamespace = (url: URL): boolean => /\/events\/v\d+\/?$/.test(routeOf(url));

/** A list of the namespace. */
export function listAt(namespace: URL, path: string, query: Readonly<Record<string, string>>): URL {
  const first = routeBelow(namespace, path);
  for (const [name, value] of Object.entries({ per_page: perPage, ...query })) first.searchParams.set(name, value);
  return first;
}

export const routeBelow = (namespace: URL, path: string): URL =>
  withRoute(namespace, `${routeOf(namespace).replace(/\/$/, '')}/${path}`);

export function withRoute(url: URL, route: string): URL {
  const target = new URL(url);
  if (target.searchParams.has('rest_route')) target.searchParams.set('rest_route', route);
  else target.pathname = route;
  return target;
}

export const siteOfAddress = (url: URL): string => siteOf(url.href);

/** Hosts must not differ; a site behind a proxy may call itself http where it is reached by https. */
export const isSameSite = (a: URL, b: URL): boolean =>
  a.hostname === b.hostname && (a.port === b.port || a.protocol !== b.protocol);

/**
 * The page after this one as the reply names it; undefined at the end. What was asked and the reply's link has
 * forgotten is asked again: known servers lose filters there. Throws TransferProblem for another site's address.
 */
export function nextPage(reply: unknown, current: URL, first: URL): URL | undefined {
  const link =
    typeof reply === 'object' && reply !== null && 'next_rest_url' in reply ? reply.next_rest_url : undefined;
  if (typeof link !== 'string' || link === '') return undefined;
  const next = URL.parse(link, current.href);
  if (next === null || !isSameSite(next, first)) {
    throw new TransferProblem(`${current.href} continues at another site (${link}); that is not followed.`);
  }
  next.protocol = current.protocol;
  next.port = current.port;
  next.hash = '';
  next.username = '';
  next.password = '';
  // A server that shows an editor everything links to `status=any`, which it does not accept itself.
  if (!first.searchParams.has('status')) next.searchParams.delete('status');
  for (const [name, value] of first.searchParams) {
    if (name !== 'page' && !next.searchParams.has(name)) next.searchParams.set(name, value);
  }
  return next;
}
