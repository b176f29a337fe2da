// What every view is given.
import type { Language } from '../../core/languages.ts';
import type { Filters } from '../address/filters.ts';
import type { PageLinks } from '../address/page-links.ts';
import type { Maps } from '../files/maps.ts';
import type { Choices } from '../load/choices.ts';
import type { Texts } from '../texts/texts.ts';

export interface ViewContext {
  texts: Texts;
  links: PageLinks;
  filters: Filters;
  /** `2027-05-10` in the site's zone. */
  today: string;
  choices: Choices;
  siteZone: string;
  /** Path of the script that defines `<your-time>`. */
  yourTime: string;
  maps: Maps | undefined;
}

/** Paths of a record's page in the languages that it has texts in, where addresses may differ. */
export type Alternates = Partial<Record<Language, string>>;

/** HTML of one page, without what all pages share. */
export interface View {
  title: string;
  description?: string;
  /** HTML of the main part. */
  main: string;
  /** HTML for the head, such as structured data. */
  head?: string;
  /** HTML of elements that load scripts of ours. */
  scripts?: string;
  /** A reader may ask for a map. */
  hasMap?: boolean;
  /** Path of the page as links have it; undefined if the page is not to be indexed. */
  canonical?: string;
  /** Of a record; undefined if each language has the page at the same path. */
  alternates?: Alternates;
  status?: number;
}
