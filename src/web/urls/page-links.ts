// The URLs of links. They are paths, so that a page works on whatever host it was requested from.
import type { Language } from '../../core/languages.ts';

export interface LinkOptions {
  language: Language;
  defaultLanguage: Language;
  siteUrl: string | undefined;
  /** Scheme and host of the request. */
  origin: string;
}

export type PageLinks = ReturnType<typeof createPageLinks>;

export function createPageLinks({ language, defaultLanguage, siteUrl, origin }: LinkOptions) {
  const home = siteUrl ?? origin;
  const base = new URL(home).pathname.replace(/\/+$/, '');
  const segment = (code: Language) => (code === defaultLanguage ? '' : `/${code}`);
  return {
    /** A path such as `/events/` in the language of the page. */
    page: (path: string, query: Readonly<Record<string, string | undefined>> = {}): string =>
      base + segment(language) + path + toSearch(query),
    inLanguage: (code: Language, path: string): string => base + segment(code) + path,
    /** A URL from the API, as a path if it belongs to this site. */
    local: (url: string): string => (url.startsWith(`${home}/`) ? base + url.slice(home.length) : url),
    /** The public URL of a page, for canonical links and other sites. */
    absolute: (path: string): string => home + path.slice(base.length),
    /** Path of a file, which is the same in every language. */
    file: (path: string): string => base + path,
  };
}

export function toSearch(query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

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
