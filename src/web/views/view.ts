// What every view is given.
import type { Filters } from '../filters.ts';
import type { TermJson } from '../interface.ts';
import type { PageLinks } from '../links.ts';
import type { Texts } from '../texts.ts';

export interface ViewContext {
  texts: Texts;
  links: PageLinks;
  filters: Filters;
  /** `2027-05-10` in the site's zone. */
  today: string;
  categories: readonly TermJson[];
}

/** HTML of one page, without what all pages share. */
export interface View {
  title: string;
  description?: string;
  /** HTML of the main part. */
  main: string;
  /** HTML for the head, such as structured data. */
  head?: string;
  /** Path of the page as links have it; undefined if the page is not to be indexed. */
  canonical?: string;
  /** Languages that the record has texts in, whose addresses may differ; undefined if each language has the page at the same path. */
  languages?: readonly string[];
  status?: number;
}
