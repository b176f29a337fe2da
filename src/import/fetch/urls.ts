// URLs of sites and of their APIs, some of which are in the parameter `rest_route`.

import { TransferProblem } from '../../core/transfer-problem.ts';

export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** Throws TransferProblem if the URL cannot be fetched. */
export function parseSiteUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TransferProblem(`${text} is not a web URL; it must begin with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TransferProblem(
      `${url.host}: signing in at the source is not offered within the URL; give it without a password, and --user with KALENDS_IMPORT_PASSWORD.`,
    );
  }
  url.hash = '';
  return url;
}

export const routeOf = (url: URL): string => url.searchParams.get('rest_route') ?? url.pathname;

const namespaceEnd = /[^/]+\/events\/v\d+\/?$/;

/** `…/tribe/events/v1`, the root of the API. */
export const isNamespace = (url: URL): boolean => /\/events\/v\d+\/?$/.test(routeOf(url));

export const routeBelow = (namespace: URL, path: string): URL =>
  withRoute(namespace, `${routeOf(namespace).replace(/\/$/, '')}/${path}`);

/** `…/wp/v2/media` for `…/tribe/events/v1`. */
export const siblingRoute = (namespace: URL, path: string): URL =>
  withRoute(namespace, routeOf(namespace).replace(namespaceEnd, path));

export function withRoute(url: URL, route: string): URL {
  const target = new URL(url);
  if (target.searchParams.has('rest_route')) target.searchParams.set('rest_route', route);
  else target.pathname = route;
  return target;
}

export const withParameters = (url: URL, parameters: Readonly<Record<string, string>>): URL => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target;
};

/** Same host; behind a proxy a site that is reached by https may link to itself by http. */
export const isSameSite = (a: URL, b: URL): boolean =>
  a.hostname === b.hostname && (a.port === b.port || a.protocol !== b.protocol);
