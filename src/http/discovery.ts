// Links from every reply to the interface and its documentation (RFC 8631).
import type { Language } from '../core/languages.ts';

/** The links of every reply. `root` is the address of the namespace root that the caller uses. */
export const discoveryLinks = (origin: string, root: string): string =>
  [
    `<${origin}/wp-json/>; rel="https://api.w.org/"`,
    `<${root}/doc>; rel="service-desc"; type="application/json"`,
    `<${origin}/docs>; rel="service-doc"; type="text/html"`,
  ].join(', ');

/** Further headers of a site's pages, for clients that discover the interface from the address of a site. */
export const siteHeaders = (origin: string, root: string): Record<string, string> => ({
  'x-tec-api-version': 'v1',
  'x-tec-api-root': `${root}/`,
  'x-tec-api-origin': origin,
});

export interface IndexSite {
  siteUrl: string | undefined;
  namespaces: readonly string[];
  language: Language;
}

/** Of the index of all namespaces, in the requested language. */
export function indexHeaders(
  { siteUrl, namespaces, language }: IndexSite,
  origin: string,
  asked: Language | undefined,
): Record<string, string> {
  const base = asked ? `${origin}/${asked}` : origin;
  const root = `${base}/wp-json/${namespaces[0]}`;
  return {
    'content-language': asked ?? language,
    link: discoveryLinks(base, root),
    vary: 'Accept',
    ...siteHeaders(siteUrl ?? origin, root),
  };
}

/** Several values of the header `Link` in one. */
export const joinLinks = (...links: readonly (string | undefined)[]): string =>
  links.filter((link) => link !== undefined && link !== '').join(', ');
