import type { Taxonomy } from '../../core/kinds.ts';
import type { TermsTable } from '../../store/schema.ts';
import type { TimeRange } from '../records/list/time-range.ts';
import type { TextLanguages } from '../records/texts/localised-texts.ts';

/** A term in the language of the request. */
export interface Term extends Omit<TermsTable, 'id' | 'event_count'>, TextLanguages {
  id: number;
  name: string;
  description: string;
  slug: string;
  /** Number of published events, scheduled ones excluded. */
  count: number;
}

/** Descriptions of terms are inline HTML: unwraps a single paragraph. */
export const inOneLine = (html: string): string =>
  html.replace(/^<p>(.*)<\/p>$/s, (whole: string, inner: string) => (inner.includes('<p') ? whole : inner));

export const termOrderings = [
  'id',
  'include',
  'name',
  'slug',
  'include_slugs',
  'term_group',
  'description',
  'count',
] as const;

export interface TermFilter {
  taxonomy: Taxonomy;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  parent?: number | undefined;
  slugs?: readonly string[] | undefined;
  /** Terms of this event; `hideEmpty` does not apply. */
  eventId?: number | undefined;
  hideEmpty: boolean;
  modified: TimeRange | undefined;
  orderBy: (typeof termOrderings)[number];
  descending: boolean;
}

/** Texts are read only if the filter or order needs them. */
export type TermKey = Pick<Term, 'id' | 'count'> & Partial<Pick<Term, 'name' | 'slug' | 'description'>>;
