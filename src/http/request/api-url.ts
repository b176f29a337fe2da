import { type Language, parseLanguage } from '../../core/languages.ts';

/** The URL of an API request: its namespace and path, and the root as the caller wrote it. */
export interface ApiUrl {
  /** Below the namespace, without trailing slash; `/` is the namespace root. Still percent-encoded. */
  path: string;
  /** The query string, without `rest_route`. */
  query: string;
  /** The base URL's language segment, if there is one. */
  language: Language | undefined;
  namespace: string;
  /** The namespace is an alias for existing clients (D12). */
  alias: boolean;
  /** Path of the namespace root as the caller wrote it, `/fr/wp-json/calendar/events/v1` or `/fr/?rest_route=/calendar/events/v1`. */
  root: string;
}

export const mainNamespace = 'calendar/events/v1';

/**
 * Finds the namespace in a request's URL (path and query); `undefined` if there is none. Paths that satisfy `isPublic` are
 * also served without a namespace.
 */
export function locate(
  url: string,
  namespaces: readonly string[],
  isPublic: (path: string) => boolean = () => false,
): ApiUrl | undefined {
  const [path, query] = splitUrl(url);
  const [language, entry] = takeLanguage(path);
  const below = ({ namespace, rest }: Found, prefix: string, rootQuery = query): ApiUrl => ({
    path: rest,
    query: rootQuery,
    language,
    namespace,
    alias: namespace !== mainNamespace,
    root: `${language ? `/${language}` : ''}${prefix}/${namespace}`,
  });
  // `/?rest_route=/calendar/events/v1/events&page=2`, also with a language prefix and at `/index.php`.
  const { route, others } = takeRoute(query);
  const byRoute = route !== undefined && isEntry(entry) ? takeNamespace(route, namespaces) : undefined;
  if (byRoute) return below(byRoute, '/?rest_route=', others);
  // `/index.php/wp-json`: a WordPress site without URL rewriting.
  const prefix = /^(?:\/index\.php)?\/wp-json(?=\/)/i.exec(entry)?.[0] ?? '';
  const byPath = takeNamespace(entry.slice(prefix.length), namespaces);
  if (byPath) return below(byPath, prefix.toLowerCase());
  // `/fr/events.ics`; links in the reply use the namespace.
  const file = withoutSlashesAtEnd(entry);
  return isPublic(file) ? below({ namespace: mainNamespace, rest: file }, '/wp-json') : undefined;
}

/** Whether the URL is in a namespace or looks like one, so that programs may be asking for it. */
export const isApiUrl = (url: string, namespaces: readonly string[]): boolean =>
  /\/wp-json(?:[/?]|$)|[?&]rest_route=/i.test(url) || locate(url, namespaces) !== undefined;

export type IndexUrl = Pick<ApiUrl, 'language' | 'query'>;

/** The index of all namespaces is at `/`, `/wp-json/` and `/?rest_route=/`, each also with a language prefix. */
export function locateIndex(url: string): IndexUrl | undefined {
  const [path, query] = splitUrl(url);
  const [language, entry] = takeLanguage(path);
  const { route, others } = takeRoute(query);
  const isIndex = route === undefined ? isRoot(entry) : route === '/' && isEntry(entry);
  return isIndex ? { language, query: others } : undefined;
}

const isRoot = (path: string): boolean => /^(?:\/?|(?:\/index\.php)?\/wp-json\/?)$/i.test(path);
const isEntry = (path: string): boolean => isRoot(path) || /^\/index\.php\/?$/.test(path);

/** Clients that append a path to a site URL ending in a slash send two; they count as one. */
function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).replace(/^\/{2,}/, '/');
  return [path, at < 0 ? '' : url.slice(at + 1)];
}

/** `rest_route`, decoded, and the query without it. */
function takeRoute(query: string): { route: string | undefined; others: string } {
  const isRoute = (pair: string) => pair.startsWith(routeParameter);
  const pairs = query.split('&');
  const route = pairs.find(isRoute)?.slice(routeParameter.length);
  const others = pairs.filter((pair) => !isRoute(pair)).join('&');
  return { route: route === undefined ? undefined : decodeRoute(route), others };
}

const routeParameter = 'rest_route=';

/** The route is a path inside a query value: decodes slashes, and leaves other encoded characters to the slug. */
function decodeRoute(value: string): string {
  const path = value.replace(/%2f/gi, '/').replaceAll('+', '%20');
  return path.startsWith('/') ? path : `/${path}`;
}

function takeLanguage(path: string): [Language | undefined, string] {
  const segment = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(?=\/|$)/i.exec(path)?.[1];
  const language = segment === undefined ? undefined : parseLanguage(segment);
  return language ? [language, path.slice(language.length + 1)] : [undefined, path];
}

interface Found {
  namespace: string;
  /** The path below it. */
  rest: string;
}

function takeNamespace(path: string, namespaces: readonly string[]): Found | undefined {
  const lower = path.toLowerCase();
  const namespace = namespaces.find((name) => lower === `/${name}` || lower.startsWith(`/${name}/`));
  if (namespace === undefined) return undefined;
  return { namespace, rest: withoutSlashesAtEnd(path.slice(namespace.length + 1)) || '/' };
}

/** The lookbehind keeps the time linear in the number of slashes. */
export const withoutSlashesAtEnd = (path: string): string => path.replace(/(?<!\/)\/+$/, '');
