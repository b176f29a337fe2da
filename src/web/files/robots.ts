// `robots.txt`: everything may be crawled, and the sitemap lists all pages.
import type { PageRoute } from '../../http/endpoints/page-routes.ts';

export const robotsRoute = (siteUrl: string | undefined): PageRoute => ({
  path: '/robots.txt',
  make: ({ origin }) => ({
    type: 'text/plain; charset=UTF-8',
    body: Buffer.from(`User-agent: *\nDisallow:\n\nSitemap: ${siteUrl ?? origin}/sitemap.xml\n`),
  }),
});
