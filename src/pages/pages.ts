// What a browser gets that comes to the calendar: the front page, the documentation and the catalogue of interfaces.
import { type Language, languages } from '../core/languages.ts';
import { discoveryLinks, siteHeaders } from '../http/discovery.ts';
import { movedTo, type Page, type PageOptions, type PageRoute } from '../http/endpoints/page-routes.ts';
import { catalogRoute } from './api-catalog.ts';
import { type DocsPage, makeDocsPage } from './docs-page.ts';
import { makeFrontPage } from './front-page.ts';
import { loadAssets } from './swagger-assets.ts';

export interface Site {
  siteUrl: string | undefined;
  siteName?: string | undefined;
  language: Language;
  /** Of the calendar, the main one first. */
  namespaces: readonly string[];
  /** Of all interfaces that the server has. */
  interfaces: readonly string[];
}

export async function createPages(site: Site): Promise<Omit<PageOptions, 'cors'>> {
  const assets = await loadAssets();
  const main = site.namespaces[0] as string;
  return {
    routes: [
      ...assets.routes,
      ...docsPages(main, site).flatMap((page) => docsRoutes(page, site, assets.nameOf)),
      catalogRoute(site.interfaces),
    ],
    front: ({ origin }, language) => {
      const path = `wp-json/${main}`;
      const page = makeFrontPage(
        { origin, language, siteLanguage: site.language, siteName: site.siteName, path },
        assets.nameOf,
      );
      return withSiteHeaders(page, site, origin, `${origin}/${language ? `${language}/` : ''}${path}`);
    },
  };
}

/** `/docs` and `/wp-json/{namespace}/docs`, each also behind a language, as the interface itself is. */
function docsPages(main: string, { interfaces }: Site): DocsPage[] {
  return [undefined, ...languages].flatMap((language) => [
    { language, namespace: main, below: '' },
    ...interfaces.flatMap((namespace) => [
      { language, namespace, below: `/wp-json/${namespace}` },
      { language, namespace, below: `/${namespace}` },
    ]),
  ]);
}

function docsRoutes(page: DocsPage, site: Site, nameOf: Parameters<typeof makeDocsPage>[1]): PageRoute[] {
  const path = `${page.language ? `/${page.language}` : ''}${page.below}/docs`;
  const made = makeDocsPage(page, nameOf);
  const make: PageRoute['make'] = ({ origin }) => {
    const root = `${origin}${page.language ? `/${page.language}` : ''}${page.below || `/wp-json/${page.namespace}`}`;
    return withSiteHeaders(made, site, origin, root);
  };
  return [
    { path, make },
    { path: `${path}/`, make: () => movedTo('../docs') },
  ];
}

const withSiteHeaders = (page: Page, { siteUrl }: Site, origin: string, root: string): Page => ({
  ...page,
  headers: {
    ...page.headers,
    link: discoveryLinks(origin, root),
    ...siteHeaders(siteUrl ?? origin, root),
  },
});
