// The filters of the search form, which every view shares.
import { fromKeys } from '../../core/objects.ts';
import type { Query } from '../load/interface.ts';

/** Days are `2027-05-10`, categories and tags are slugs, venues are ids; `free` and `online` are `true` if set. */
export const filterNames = ['search', 'from', 'to', 'category', 'tag', 'venue', 'near', 'free', 'online'] as const;

export type FilterName = (typeof filterNames)[number];
export type FilterValues = Readonly<Record<FilterName, string>>;

export interface Filters extends FilterValues {
  page: number;
}

/** The interface refuses values that are too long or malformed. */
export function readFilters(url: string): Filters {
  const at = url.indexOf('?');
  const params = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const value = (name: string) => params.get(name)?.trim() ?? '';
  const page = Number(value('page') || 1);
  return {
    ...fromKeys(filterNames, value),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Parameters of the interface's lists, except dates, which depend on the view. */
export const listQuery = ({ search, category, tag, venue, near, free, online }: Filters): Query => ({
  search: search || undefined,
  categories: category || undefined,
  tags: tag || undefined,
  venue: venue || undefined,
  near: near || undefined,
  free: free || undefined,
  online: online || undefined,
});

/** The filters without the page number, for links to other views. */
export const filterValues = ({ page: _, ...filters }: Filters): FilterValues => filters;

export const isFiltered = (filters: Filters): boolean =>
  Object.values(filterValues(filters)).some((value) => value !== '');
