// The filters of the search form, which every view shares.
import { fromKeys } from '../../core/objects.ts';
import type { Query } from '../load/api-client.ts';

/** With a list of choices in the form: slugs of categories and tags, ids of venues and organizers. */
export const choiceNames = ['category', 'tag', 'venue', 'organizer'] as const;
export type ChoiceName = (typeof choiceNames)[number];

/** Days are `2027-05-10`; `free` and `online` are `true` if set. */
export const filterNames = ['search', 'from', 'to', ...choiceNames, 'near', 'free', 'online'] as const;

export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Record<FilterName, string>>;

/** The API refuses values that are too long or malformed. */
export function readSearch(url: string): { filters: Filters; pageNumber: number } {
  const at = url.indexOf('?');
  const params = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const value = (name: string) => params.get(name)?.trim() ?? '';
  const page = Number(value('page') || 1);
  return {
    filters: fromKeys(filterNames, value),
    pageNumber: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Parameters of the API that have another name in the form. */
const parameters: Partial<Record<FilterName, string>> = {
  from: 'start_date',
  // `end_date` would leave out what begins on the last day and ends after midnight.
  to: 'starts_before',
  category: 'categories',
  tag: 'tags',
};
const parameterOf = (name: FilterName): string => parameters[name] ?? name;

export const filterOf = (parameter: string): FilterName | undefined =>
  filterNames.find((name) => parameterOf(name) === parameter);

export const isChoice = (name: FilterName): name is ChoiceName => choiceNames.some((choice) => choice === name);

export const isDate = (name: FilterName): boolean => name === 'from' || name === 'to';

/** Parameters of the API's lists, except dates, which depend on the view. */
export const listQuery = (filters: Filters): Query =>
  Object.fromEntries(
    filterNames.filter((name) => !isDate(name)).map((name) => [parameterOf(name), filters[name] || undefined]),
  );

/** Parameters of the feeds, with the dates. */
export const feedQuery = (filters: Query): Query =>
  Object.fromEntries(filterNames.map((name) => [parameterOf(name), filters[name] || undefined]));

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '');
