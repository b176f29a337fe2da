import type { Language } from '../core/languages.ts';
import type { ApiUrl } from './request/api-url.ts';

export interface Site {
  /** Public URL of the site; without it the caller's origin is used. */
  siteUrl: string | undefined;
  defaultLanguage: Language;
}

/**
 * Makes the URLs in replies: REST links in the form that the caller used, pages under the site's public URL.
 */
export type Links = ReturnType<typeof createLinks>;

export function createLinks(origin: string, apiUrl: ApiUrl, language: Language, site: Site) {
  const base = origin + apiUrl.root;
  const selected = origin + rootIn(language, apiUrl, site);
  const joint = base.includes('?') ? '&' : '?';
  const home = (site.siteUrl ?? origin).replace(/\/+$/, '');
  const pages = language === site.defaultLanguage ? home : `${home}/${language}`;
  const globalHost = home.replace(/^https?:\/\//, '');
  return {
    /** `rest('/events/5')`; with a query it is appended whatever form the base has. */
    rest: (path: string, query = ''): string => base + path + (query === '' ? '' : joint + query),
    /** The URL of a single record, in the selected language however that was selected. */
    record: (path: string): string => selected + path,
    /** A public page, `page('/event/gala/')`. */
    page: (path: string): string => pages + path,
    /** A file, `file('/media/…')`, which is the same in every language. */
    file: (path: string): string => home + path,
    /** `example.org?id=5` (D54). */
    globalId: (id: number): string => `${globalHost}?id=${id}`,
    namespace: apiUrl.namespace,
    /** The namespace is an alias, where records have the form that clients of the reference expect (D65). */
    isAlias: apiUrl.alias,
  };
}

/** The caller's root if it already selects the language, else the root behind the language's segment. */
function rootIn(language: Language, apiUrl: ApiUrl, site: Site): string {
  if ((apiUrl.language ?? site.defaultLanguage) === language) return apiUrl.root;
  const bare = apiUrl.language ? apiUrl.root.slice(apiUrl.language.length + 1) : apiUrl.root;
  return `/${language}${bare}`;
}
