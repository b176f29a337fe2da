// Pages for browsers, the front page and the documentation, and the catalogue of interfaces for programs.
import { type Language, languages } from '../core/languages.ts';
import { discoveryLinks, siteHeaders } from '../http/discovery.ts';
import { movedTo, type Page, type PageOptions, type PageRoute } from '../http/endpoints/page-routes.ts';
import { type Assets, createAssets } from './assets.ts';
import { makeDocsPage } from './docs-page.ts';
import { makeFrontPage } from './front-page.ts';

export interface Site {
  siteUrl: string | undefined;
  siteName?: string | undefined;
  language: Language;
  /** Of the calendar, the main one first. */
  namespaces: readonly string[];
  /** Of all interfaces that the server has. */
  interfaces: readonly string[];
}

export function createPages(site: Site): Omit<PageOptions, 'cors'> {
  const loadAssets = createAssets();
  const path = `wp-json/${site.namespaces[0]}`;
  return {
    routes: [
      { path: '/docs/:file', make: async ({ params: { file = '' } }) => (await loadAssets()).pages.get(file) },
      ...docsRoutes(site, loadAssets),
      catalogRoute(site.interfaces),
    ],
    front: async ({ origin }, language) => {
      const { nameOf } = await loadAssets();
      const page = makeFrontPage(
        { origin, language, siteLanguage: site.language, siteName: site.siteName, path },
        nameOf,
      );
      return withSiteHeaders(page, site, origin, `${origin}/${language ? `${language}/` : ''}${path}`);
    },
  };
}

const languageSegment = `/:language(^(?:${languages.join('|')})$)`;

/** `/docs` and `/wp-json/{namespace}/docs`, each also behind a language, as the interface itself is. */
const docsRoutes = (site: Site, loadAssets: () => Promise<Assets>): PageRoute[] =>
  ['', ...site.interfaces.flatMap((namespace) => [`/wp-json/${namespace}`, `/${namespace}`])].flatMap((below) =>
    ['', languageSegment].flatMap((segment): PageRoute[] => [
      { path: `${segment}${below}/docs/`, make: () => movedTo('../docs') },
      {
        path: `${segment}${below}/docs`,
        async make({ origin, params }) {
          const language = params['language'] as Language | undefined;
          const { nameOf } = await loadAssets();
          const api = below || `/wp-json/${site.namespaces[0]}`;
          const root = `${origin}${language ? `/${language}` : ''}${api}`;
          return withSiteHeaders(makeDocsPage({ language, below, api }, nameOf), site, origin, root);
        },
      },
    ]),
  );

const withSiteHeaders = (page: Page, { siteUrl }: Site, origin: string, root: string): Page => ({
  ...page,
  headers: {
    ...page.headers,
    link: discoveryLinks(origin, root),
    ...siteHeaders(siteUrl ?? origin, root),
  },
});

const catalogPath = '/.well-known/api-catalog';

/** The interfaces of this server for programs that look for them (RFC 9727, RFC 9264). */
const catalogRoute = (namespaces: readonly string[]): PageRoute => ({
  path: catalogPath,
  make({ origin }) {
    const roots = namespaces.map((namespace) => `${origin}/wp-json/${namespace}`);
    const catalog = { anchor: `${origin}${catalogPath}`, item: roots.map((href) => ({ href })) };
    const interfaces = roots.map((anchor) => ({
      anchor,
      'service-desc': [{ href: `${anchor}/doc`, type: 'application/json' }],
      'service-doc': [{ href: `${anchor}/docs`, type: 'text/html' }],
      status: [{ href: `${origin}/readyz`, type: 'application/json' }],
    }));
    return {
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { link: `<${origin}${catalogPath}>; rel="api-catalog"` },
      body: Buffer.from(JSON.stringify({ linkset: [catalog, ...interfaces] })),
    };
  },
});
