// The lists to fetch for a given address.

import { TransferProblem } from '../../core/transfer-problem.ts';
import { siteOf } from '../rest/keys.ts';
import type { Section } from '../source/prescan.ts';

/** A list that is fetched page by page. */
export interface Collection {
  first: URL;
  /** The import fails without it; other lists only complete the records that events refer to. */
  isRequired: boolean;
  /** `false`: requested without the password, as the public sees it. */
  isSecret?: boolean;
  /** Its pages are numbered: an announced page is requested even if no link leads to it. */
  isNumbered?: boolean;
}

export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** The most that a site of the reference returns on a page. */
const perPage = '50';
/** All of time, since the interface lists from today by default; within the range of dates of every database and zone. */
const allTime = { start_date: '1001-01-01 00:00:00', end_date: '2999-12-31 23:59:59' };

/** All of time for a Kalends, which accepts every year. */
export const everyYear = { start_date: '0001-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59Z' };

export const lists: readonly { path: Section; query: Readonly<Record<string, string>>; isRequired: boolean }[] = [
  { path: 'categories', query: { hide_empty: 'false' }, isRequired: false },
  { path: 'tags', query: { hide_empty: 'false' }, isRequired: false },
  { path: 'venues', query: {}, isRequired: false },
  { path: 'organizers', query: {}, isRequired: false },
  { path: 'events', query: allTime, isRequired: true },
];

/** The list at this address, or all five lists of a namespace. Throws TransferProblem. */
export function collectionsOf(text: string): Collection[] {
  const url = assertAddress(text);
  if (!isNamespace(url)) return [{ first: url, isRequired: true }];
  return lists.map(({ path, query, isRequired }) => ({
    first: listAt(url, path, query),
    isRequired,
    isNumbered: true,
  }));
}

/** Throws TransferProblem if the address cannot be fetched. */
export function assertAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TransferProblem(`${text} is not a web address; addresses begin with http:// or https://.`);
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

/** Same host; behind a proxy a site that is reached by https may link to itself by http. */
export const isSameSite = (a: URL, b: URL): boolean =>
  a.hostname === b.hostname && (a.port === b.port || a.protocol !== b.protocol);

/**
 * The next page that a reply links to; undefined at the end. Parameters that are missing from the link are added, because some
 * servers drop filters there. Throws TransferProblem for the address of another site.
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
  // The reference links to `status=any` for editors, but rejects it as a parameter.
  if (!first.searchParams.has('status')) next.searchParams.delete('status');
  for (const [name, value] of first.searchParams) {
    if (name !== 'page' && !next.searchParams.has(name)) next.searchParams.set(name, value);
  }
  return next;
}
