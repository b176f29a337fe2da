// The documentation, and the API catalog.
import { type Language, languages } from '../core/languages.ts';
import { discoveryLinks, siteHeaders } from '../http/discovery.ts';
import { type Page, type PageRoute, redirectTo } from '../http/endpoints/page-routes.ts';
import { type Assets, createAssets } from './assets.ts';
import { makeDocsPage } from './docs-page.ts';

export interface Site {
  siteUrl: string | undefined;
  /** Namespaces of the calendar, the main one first. */
  namespaces: readonly string[];
  /** Every API of this server. */
  apis: readonly string[];
}

export function createDocumentation(site: Site): readonly PageRoute[] {
  const loadAssets = createAssets();
  return [
    { path: '/docs/:file', make: async ({ params: { file = '' } }) => (await loadAssets()).pages.get(file) },
    ...docsRoutes(site, loadAssets),
    catalogRoute(site.apis),
  ];
}

const languageSegment = `/:language(^(?:${languages.join('|')})$)`;

/** `/docs` and `/wp-json/{namespace}/docs`, each also with a language prefix, like the API itself. */
const docsRoutes = (site: Site, loadAssets: () => Promise<Assets>): PageRoute[] =>
  ['', ...site.apis.flatMap((namespace) => [`/wp-json/${namespace}`, `/${namespace}`])].flatMap((below) =>
    ['', languageSegment].flatMap((segment): PageRoute[] => [
      { path: `${segment}${below}/docs/`, make: () => redirectTo('../docs') },
      {
        path: `${segment}${below}/docs`,
        async make({ origin, params }) {
          const language = params['language'] as Language | undefined;
          const { nameOf } = await loadAssets();
          const api = below || `/wp-json/${site.namespaces[0]}`;
          return withSiteHeaders(makeDocsPage({ language, below, api }, nameOf), site, origin, language, api);
        },
      },
    ]),
  );

function withSiteHeaders(page: Page, site: Site, origin: string, language: Language | undefined, api: string): Page {
  const base = language ? `${origin}/${language}` : origin;
  const link = discoveryLinks(origin, base + api);
  return { ...page, headers: { ...page.headers, link, ...siteHeaders(site, origin, base) } };
}

const catalogPath = '/.well-known/api-catalog';

/** The APIs of this server for programs that look for them (RFC 9727, RFC 9264). */
const catalogRoute = (namespaces: readonly string[]): PageRoute => ({
  path: catalogPath,
  make({ origin }) {
    const roots = namespaces.map((namespace) => `${origin}/wp-json/${namespace}`);
    const catalog = { anchor: `${origin}${catalogPath}`, item: roots.map((href) => ({ href })) };
    const apis = roots.map((anchor) => ({
      anchor,
      'service-desc': [{ href: `${anchor}/doc`, type: 'application/json' }],
      'service-doc': [{ href: `${anchor}/docs`, type: 'text/html' }],
      status: [{ href: `${origin}/readyz`, type: 'application/json' }],
    }));
    return {
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { link: `<${origin}${catalogPath}>; rel="api-catalog"` },
      body: Buffer.from(JSON.stringify({ linkset: [catalog, ...apis] })),
    };
  },
});
