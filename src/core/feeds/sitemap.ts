import { instant } from './feed.ts';
import { branch, empty, leaf, xmlDocument } from './xml.ts';

const namespaces = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
};

/** A page in all its languages. `xDefault` is the URL for readers of other languages. */
export interface SitemapPage {
  /** UTC seconds; 0 if unknown. */
  modified: number;
  urls: readonly { language: string; url: string }[];
  xDefault: string;
}

const lastmod = (seconds: number): string[] => (seconds > 0 ? [leaf('lastmod', instant(seconds))] : []);

export const toSitemapIndex = (parts: readonly { url: string; modified: number }[]): string =>
  xmlDocument(
    branch(
      'sitemapindex',
      parts.map(({ url, modified }) => branch('sitemap', [leaf('loc', url), ...lastmod(modified)])),
      { xmlns: namespaces.xmlns },
    ),
  );

export const toSitemap = (pages: readonly SitemapPage[]): string =>
  xmlDocument(branch('urlset', pages.flatMap(entriesOf), namespaces));

/** Each language has an entry that links to all of them. */
function entriesOf({ modified, urls, xDefault }: SitemapPage): string[] {
  const alternates =
    urls.length < 2
      ? []
      : [...urls, { language: 'x-default', url: xDefault }].map(({ language, url }) =>
          empty('xhtml:link', { rel: 'alternate', hreflang: language, href: url }),
        );
  return urls.map(({ url }) => branch('url', [leaf('loc', url), ...lastmod(modified), ...alternates]));
}
