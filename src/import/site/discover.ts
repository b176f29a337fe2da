// Finds a site's API from its URL or that of one of its pages.

import { decodeHTMLStrict } from 'entities';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { BadReply, type Fetched, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import { isNamespace, isSameSite, routeOf, siblingRoute, withRoute } from '../fetch/urls.ts';
import { isRecord, membersOf, type RawRecord } from '../values.ts';

export interface SiteApi {
  /** Root of the namespace. */
  namespace: URL;
  /** It has a change feed, and lists in each language. */
  isKalends: boolean;
  /** Time zone of the site, `UTC+2` if it has only an offset; undefined if it does not state one. */
  zone?: string | undefined;
}

const ownNamespace = 'calendar/events/v1';
const usualAtWordPress = 'tribe/events/v1';
const usual = [ownNamespace, usualAtWordPress];

/** Undefined if the URL is that of a single list or file. Throws TransferProblem if the site has no API. */
export async function findApi(url: URL, options: GetOptions): Promise<SiteApi | undefined> {
  if (isNamespace(url)) return describe(url, options);
  if (/\/events\/v\d+\//.test(routeOf(url))) return undefined;
  const page = await homePage(url, options);
  const json = page instanceof TransferProblem || !isRecord(page.value) ? undefined : page.value;
  if (json !== undefined && namespacesIn(json) === undefined) return undefined;
  const shown = page instanceof TransferProblem ? { url, headers: new Headers(), body: Buffer.alloc(0) } : page;
  const candidates = json === undefined ? rootsOf(shown) : [shown.url];
  let refusal: BadReply | undefined;
  let lacking: URL | undefined;
  for (const root of candidates) {
    const found = await namespaceAt(root, options);
    if (found instanceof URL) return describe(found, options);
    if (found === undefined) lacking ??= root;
    else if (found.status === 401 || found.status === 403) refusal ??= found;
  }
  const problem = page instanceof TransferProblem ? page : refusal;
  if (problem) throw problem;
  if (lacking)
    throw new TransferProblem(
      `${lacking.href} lists no API for events: The Events Calendar is not active there, is older than 4.5, or has its REST API switched off.`,
    );
  throw new TransferProblem(
    `${url.href} shows no calendar with this API; give the URL of the API, such as https://example.org/wp-json/tribe/events/v1.`,
  );
}

/** Old servers, and those that hide their routes, have no index at the namespace; their lists may still work. */
async function describe(namespace: URL, options: GetOptions): Promise<SiteApi> {
  try {
    const index = await politeGet(namespace, options);
    const { routes } = membersOf(index.value);
    const isKalends = Object.keys(membersOf(routes)).some((route) => route.endsWith('/changes'));
    const found = isNamespace(index.url) ? index.url : namespace;
    if (isKalends) return { namespace: ownNamespaceOf(found), isKalends };
    return { namespace: found, isKalends, zone: await zoneOf(found, options) };
  } catch (error) {
    if (!(error instanceof BadReply) || error.status === 401) throw error;
    return { namespace, isKalends: false, zone: await zoneOf(namespace, options) };
  }
}

/** The API may work although the home page is forbidden, under maintenance or redirected. */
async function homePage(url: URL, options: GetOptions): Promise<Fetched | TransferProblem> {
  try {
    const limits = { ...options.limits, attempts: Math.min(2, options.limits.attempts) };
    return await politeGet(url, { ...options, limits, acceptsHtml: true });
  } catch (error) {
    if (!(error instanceof TransferProblem) || (error instanceof BadReply && error.status === 401)) throw error;
    return error;
  }
}

/** Read from the index above the namespace, if that is public. */
async function zoneOf(namespace: URL, options: GetOptions): Promise<string | undefined> {
  const root = siblingRoute(namespace, '');
  try {
    const { timezone_string: name, gmt_offset: hours } = membersOf((await politeGet(root, options)).value);
    if (typeof name === 'string' && name !== '') return name;
    return Number.isNaN(Number(hours)) ? undefined : `UTC${signed(Number(hours))}`;
  } catch (error) {
    if (error instanceof BadReply) return undefined;
    throw error;
  }
}

const signed = (hours: number): string => (hours === 0 ? '' : hours > 0 ? `+${hours}` : String(hours));

/** The alias serves clients of the reference, with texts encoded for HTML (D65); the own namespace does not. */
const ownNamespaceOf = (alias: URL): URL => siblingRoute(alias, ownNamespace);

/** REST roots that a page of the site links to, and the usual ones. Pages from a cache have lost their headers. */
function rootsOf({ url, headers, body }: Pick<Fetched, 'url' | 'headers' | 'body'>): URL[] {
  const links = [
    ...[...(headers.get('link') ?? '').matchAll(/<([^>]+)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/g)].map(
      ([, link]) => link as string,
    ),
    ...[...body.toString('latin1').matchAll(/<link\s[^>]{0,500}https:\/\/api\.w\.org\/[^>]{0,500}>/gi)].map(
      ([element]) => decodeHTMLStrict(/\shref=["']?([^"'\s>]+)/i.exec(element)?.[1] ?? ''),
    ),
    headers.get('x-tec-api-root') ?? '',
    `${url.pathname.replace(/\/?$/, '/')}wp-json/`,
    '/wp-json/',
    `${url.pathname}?rest_route=/`,
    '/?rest_route=/',
  ];
  const roots = links.flatMap((link) => {
    const root = link === '' ? null : URL.parse(link, url.href);
    if (root === null || !isSameSite(root, url)) return [];
    root.protocol = url.protocol;
    root.port = url.port;
    return [root.href];
  });
  return [...new Set(roots)].map((root) => new URL(root));
}

/**
 * The namespace in the index at this URL, or the URL itself if it is a namespace. Undefined if the index has none, or why it
 * cannot be read.
 */
async function namespaceAt(root: URL, options: GetOptions): Promise<URL | BadReply | undefined> {
  if (isNamespace(root)) return root;
  const below = (name: string) =>
    withRoute(root, (root.searchParams.has('rest_route') ? '/' : root.pathname.replace(/\/?$/, '/')) + name);
  try {
    const names = namespacesIn(membersOf((await politeGet(root, options)).value));
    if (names === undefined) return new BadReply(`${root.href} is not the index of an API.`, 200);
    const name = usual.find((one) => names.includes(one)) ?? names.find((one) => /\/events\/v\d+$/.test(one));
    return name === undefined ? undefined : below(name);
  } catch (error) {
    if (!(error instanceof BadReply) || (error.status === 401 && options.authorization !== undefined)) throw error;
    // Plugins close the index, but not the API of the calendar.
    const isClosed = error.status === 401 || error.status === 403 || error.code !== '';
    return isClosed && (await hasIndex(below(usualAtWordPress), options)) ? below(usualAtWordPress) : error;
  }
}

async function hasIndex(namespace: URL, options: GetOptions): Promise<boolean> {
  try {
    return isRecord(membersOf((await politeGet(namespace, options)).value)['routes']);
  } catch (error) {
    if (error instanceof BadReply) return false;
    throw error;
  }
}

const namespacesIn = ({ namespaces }: RawRecord): string[] | undefined =>
  Array.isArray(namespaces) ? namespaces.filter((name) => typeof name === 'string') : undefined;
