// The input and output of every view.
import type { Language } from '../../core/languages.ts';
import type { Maps } from '../files/maps.ts';
import type { ApiClient, Query } from '../load/api-client.ts';
import type { ImageJson } from '../load/api-types.ts';
import type { Choices } from '../load/choices.ts';
import type { Texts } from '../texts/texts.ts';
import type { Filters } from '../urls/filters.ts';
import type { PageLinks } from '../urls/page-links.ts';

export interface ViewContext {
  texts: Texts;
  links: PageLinks;
  filters: Filters;
  /** Of a list. */
  pageNumber: number;
  /** Whether the visitor has searched. The filters of a page for frames are those of the site around it. */
  isSearch: boolean;
  /** `2027-05-10` in the site's zone. */
  today: string;
  /** Whether a wall clock time in a time zone has passed. The page is cached until the next one that has not. */
  hasPassed(wall: string, zone: string): boolean;
  /** The filters as query parameters of the API. */
  query: Query;
  calendar: ApiClient;
  choices: Choices;
  /** Those of the stylesheet. */
  pageClasses: ReadonlySet<string>;
  siteZone: string;
  defaultLanguage: Language;
  /** Path of the script that defines `<your-time>`. */
  yourTime: string;
  maps: Maps | undefined;
  /** Submitted password of a protected event. */
  password: string | undefined;
}

/** Paths of a record's page. */
export interface Alternates {
  /** For the languages that the record has texts in: slugs may differ. */
  byLanguage: Partial<Record<Language, string>>;
  /** For readers of other languages: in the site's language, or else in the original. */
  xDefault: string | undefined;
}

/** HTML of one page, without the parts that all pages share. */
export interface View {
  title: string;
  /** Follows the title in browsers and search results, which tells pages of one name apart. */
  subtitle?: string;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** About one thing rather than a list, for link previews. */
  isArticle?: boolean;
  /** Picture of link previews, and its alternative text. */
  image?: ImageJson;
  imageText?: string;
  /** HTML of the main part. */
  main: string;
  /** HTML for the head, such as structured data. */
  head?: string;
  /** HTML of the `<script>` elements. */
  scripts?: string;
  /** The page offers a map, so its tiles must be allowed. */
  hasMap?: boolean;
  /** Path of the page as it appears in links; undefined if the page must not be indexed. */
  canonical?: string | undefined;
  /** Set on pages of records; undefined if the page has the same path in every language. */
  alternates?: Alternates;
  /** Query of the feeds with the events of the page, if they are not those of the whole calendar. */
  feed?: Query | undefined;
  status?: number;
}
