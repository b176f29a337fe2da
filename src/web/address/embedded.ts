// Addresses of pages within another site's frame.
import type { PageLinks } from './page-links.ts';

export type Scheme = 'light' | 'dark' | undefined;

/** `?theme=dark` overrides the visitor's system setting, for sites that have only one theme. */
export function schemeIn(url: string): Scheme {
  const scheme = new URLSearchParams(url.split('?', 2)[1]).get('theme');
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined;
}

/** Lists, months, weeks and days stay in the frame; all other pages replace the page around it. */
export const embeddedLinks = (links: PageLinks, scheme: Scheme): PageLinks => ({
  ...links,
  page: (path, query = {}) =>
    /^\/events\/(?!category\/|tag\/)/.test(path)
      ? links.page(path.replace('/events/', '/embed/'), { ...query, theme: scheme })
      : links.page(path, query),
});
