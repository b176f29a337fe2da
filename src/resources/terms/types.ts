import type { Taxonomy } from '../../core/kinds.ts';
import type { ModifiedRange } from '../records/list/modified.ts';
import type { TextLanguages } from '../records/texts/localised-texts.ts';

/** A term in the language of the request. */
export interface Term extends TextLanguages {
  id: number;
  taxonomy: Taxonomy;
  parent_id: number;
  modified_at: number;
  /** Original language. */
  language: string;
  name: string;
  description: string;
  slug: string;
  /** Number of published events, scheduled ones excluded. */
  count: number;
  external_id: string | null;
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
  modified: ModifiedRange | undefined;
  orderBy: (typeof termOrderings)[number];
  descending: boolean;
}

export interface TermKey {
  id: number;
  /** Number of published events, scheduled ones excluded. */
  count: number;
  /** Texts in the requested language, read only if the filter or order needs them. */
  name?: string;
  slug?: string;
  description?: string;
}
