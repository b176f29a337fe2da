// Addresses within the frame of another site.
import type { PageLinks } from './page-links.ts';

export type Scheme = 'light' | 'dark' | undefined;

/** `?theme=dark` replaces the setting of the reader's system: the site around a frame may have one theme only. */
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
