import type { Taxonomy } from '../../core/kinds.ts';
import type { ModifiedRange } from '../records/list/modified.ts';
import type { Shown } from '../records/texts/shown-texts.ts';

/** What distinguishes the two vocabularies; everything else they share. */
export interface TermKind {
  taxonomy: Taxonomy;
  /** `categories`, `tags`: path and key of the list. */
  plural: 'categories' | 'tags';
  /** Name of a term of the vocabulary in the documentation of its routes. */
  noun: 'Category' | 'Tag';
  hierarchical: boolean;
  /** Name of the vocabulary in replies (D52). */
  shownTaxonomy: 'event_category' | 'event_tag';
  notFound: 'rest-category-not-found' | 'rest-tag-not-found';
}

/** A term in the language of the reader. */
export interface Term extends Shown {
  id: number;
  taxonomy: Taxonomy;
  parent_id: number;
  modified_at: number;
  /** The term's own language. */
  language: string;
  name: string;
  description: string;
  slug: string;
  /** Published events, as of now. */
  count: number;
  external_id: string | null;
}

export const termKinds: Record<Taxonomy, TermKind> = {
  category: {
    taxonomy: 'category',
    plural: 'categories',
    noun: 'Category',
    hierarchical: true,
    shownTaxonomy: 'event_category',
    notFound: 'rest-category-not-found',
  },
  tag: {
    taxonomy: 'tag',
    plural: 'tags',
    noun: 'Tag',
    hierarchical: false,
    shownTaxonomy: 'event_tag',
    notFound: 'rest-tag-not-found',
  },
};

/** Descriptions of terms are a line of HTML: safe, but not put in paragraphs. */
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
  /** Terms of this event, whether empty or not. */
  eventId?: number | undefined;
  hideEmpty: boolean;
  modified: ModifiedRange | undefined;
  orderBy: (typeof termOrderings)[number];
  descending: boolean;
}

export interface TermKey {
  id: number;
  /** Published events, as of now. */
  count: number;
  /** Texts as shown, those that the list needs. */
  name?: string;
  slug?: string;
  description?: string;
}
