// Groups the URLs of requests into a few kinds, so that labels of metrics stay few.
import { parseLanguage } from '../core/languages.ts';
import { locate, locateIndex } from '../http/request/api-url.ts';

const resources = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'media',
  'changes',
  'webhooks',
  'batch',
  'doc',
] as const;

export type RouteKind =
  | (typeof resources)[number]
  | 'index'
  | 'feeds'
  | 'wordpress'
  | 'files'
  | 'pages'
  | 'mcp'
  | 'probes'
  | 'other';

const feed = /^\/(?:events(?:\/[^/]+)?|sitemap[a-z-]*)\.[a-z]+$/i;

/** What paths of pages begin with, perhaps behind a language. */
const pages: ReadonlySet<string> = new Set([
  ...['event', 'events', 'venue', 'organizer', 'tag', 'embed'],
  ...['docs', '.well-known'],
]);

const otherRoutes: ReadonlyMap<string, RouteKind> = new Map([
  ['media', 'files'],
  ['assets', 'files'],
  ['theme', 'files'],
  ['mcp', 'mcp'],
  ['healthz', 'probes'],
  ['readyz', 'probes'],
]);

export interface RouteKindOptions {
  namespaces: readonly string[];
  /** The namespace `wp/v2`. */
  wordpressNamespace: string;
}

export function routeKindOf(url: string, { namespaces, wordpressNamespace }: RouteKindOptions): RouteKind {
  const apiUrl = locate(url, [...namespaces, wordpressNamespace], (path) => feed.test(path));
  if (apiUrl) {
    const first = apiUrl.path.split('/')[1]?.toLowerCase();
    if (first === 'docs') return 'pages';
    if (apiUrl.namespace === wordpressNamespace) return 'wordpress';
    if (feed.test(apiUrl.path)) return 'feeds';
    if (first === '') return 'index';
    return resources.find((name) => name === first) ?? 'other';
  }
  if (locateIndex(url)) return 'index';
  const [, first = '', second = ''] = (url.split('?', 1)[0] as string).split('/');
  if (pages.has(parseLanguage(first) === undefined ? first : second)) return 'pages';
  return otherRoutes.get(first) ?? 'other';
}
