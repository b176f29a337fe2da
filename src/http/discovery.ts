// Links from every reply to the API and its documentation (RFC 8631).
import type { Language } from '../core/languages.ts';
import { escapeHtml } from '../core/text/html/escape-html.ts';

/** The links of every reply. `root` is the URL of the namespace root that the caller uses. */
export const discoveryLinks = (origin: string, root: string): string =>
  [
    `<${origin}/wp-json/>; rel="https://api.w.org/"`,
    `<${root}/doc>; rel="service-desc"; type="application/json"`,
    `<${origin}/docs>; rel="service-doc"; type="text/html"`,
  ].join(', ');

interface DiscoveredSite {
  siteUrl: string | undefined;
  /** The calendar's own first, then aliases. */
  namespaces: readonly string[];
}

/** The root for clients that discover the API from a site's URL: the first alias, if there is one (D66). */
const rootOf = ({ namespaces }: DiscoveredSite, base: string): string =>
  `${base}/wp-json/${namespaces[1] ?? namespaces[0]}/`;

/** Headers of a site's pages for such clients. `base` is the URL before `/wp-json`. */
export const siteHeaders = (site: DiscoveredSite, origin: string, base: string): Record<string, string> => ({
  'x-tec-api-version': 'v1',
  'x-tec-api-root': rootOf(site, base),
  'x-tec-api-origin': site.siteUrl ?? origin,
});

/** The same for the head of a page, as HTML. */
export const siteTags = (site: DiscoveredSite, origin: string, base: string): string =>
  [
    `<link rel="https://api.w.org/" href="${escapeHtml(base)}/wp-json/">`,
    `<link rel="alternate" href="${escapeHtml(rootOf(site, base))}">`,
    '<meta name="tec-api-version" content="v1">',
    `<meta name="tec-api-origin" content="${escapeHtml(site.siteUrl ?? origin)}">`,
  ].join('\n');

/** Headers of the index of all namespaces, in the requested language. */
export function indexHeaders(
  site: DiscoveredSite & { language: Language },
  origin: string,
  language: Language | undefined,
): Record<string, string> {
  const base = language ? `${origin}/${language}` : origin;
  return {
    'content-language': language ?? site.language,
    link: discoveryLinks(base, `${base}/wp-json/${site.namespaces[0]}`),
    vary: 'Accept',
    ...siteHeaders(site, origin, base),
  };
}

/** Joins values of the header `Link`. */
export const joinLinks = (...links: readonly (string | undefined)[]): string =>
  links.filter((link) => link !== undefined && link !== '').join(', ');
