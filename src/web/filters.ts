// The filters of the search form, which every view shares.
import type { Query } from './interface.ts';

export interface Filters {
  search: string;
  /** Days, `2027-05-10`. */
  from: string;
  to: string;
  /** Slugs. */
  category: string;
  tag: string;
  page: number;
}

/** Values that are too long or malformed are left to the interface to refuse. */
export function readFilters(url: string): Filters {
  const at = url.indexOf('?');
  const params = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const value = (name: string) => params.get(name)?.trim() ?? '';
  const page = Number(value('page') || 1);
  return {
    search: value('search'),
    from: value('from'),
    to: value('to'),
    category: value('category'),
    tag: value('tag'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Parameters of the interface's list; dates are the view's business. */
export const listQuery = ({ search, category, tag }: Filters): Query => ({
  search: search || undefined,
  categories: category || undefined,
  tags: tag || undefined,
});

/** For links that keep the filters but not the page. */
export const kept = ({ search, from, to, category, tag }: Filters) => ({ search, from, to, category, tag });

export const isFiltered = (filters: Filters): boolean => Object.values(kept(filters)).some((value) => value !== '');
