import type { Taxonomy } from '../../core/kinds.ts';
import { toSafeLines } from '../../core/text/html/html.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import { maxTermNameLength } from '../../resources/records/fields.ts';
import { inOneLine } from '../../resources/terms/types.ts';
import { siteOf, termKey } from '../keys.ts';
import { type Note, Unusable } from '../report.ts';
import { idOf, isRecord, type RawRecord, shorten, textOf } from '../values.ts';
import type { PageContext } from './page-context.ts';
import { plainOf } from './record.ts';
import { nameOf, readLanguage, readSlug } from './texts.ts';

export function readTerm(raw: RawRecord, taxonomy: Taxonomy, context: PageContext, note: Note) {
  const name = shorten(nameOf(raw, taxonomy), maxTermNameLength, 'name', note);
  if (isBlank(name)) throw new Unusable('has no name');
  const id = idOf(raw['id']);
  return {
    taxonomy,
    key: keyOfTerm(raw, taxonomy, context),
    id,
    language: readLanguage(raw),
    name,
    description: readDescription(raw),
    slug: slugOf(raw),
    parentKey: taxonomy === 'category' ? parentKeyOf(raw, context) : undefined,
    /** Events that the source counts. */
    count: typeof raw['count'] === 'number' ? raw['count'] : undefined,
  };
}

export const readDescription = (raw: RawRecord): string => inOneLine(toSafeLines(textOf(raw['description'])));

/** In a list of the site's terms, or within an event of the site. */
export const keyOfTerm = (raw: RawRecord, taxonomy: Taxonomy, context: PageContext): string =>
  termKey(taxonomy, siteOfTerm(raw, context), idOf(raw['id']) ?? slugOf(raw));

const siteOfTerm = ({ urls }: RawRecord, { site }: PageContext): string =>
  (isRecord(urls) && siteOf(urls['self'])) || site;

const slugOf = (raw: RawRecord): string => readSlug(raw['slug']) || slugify(plainOf(raw['name'], raw));

/** '' at the top; undefined where the source does not say. */
function parentKeyOf(raw: RawRecord, context: PageContext): string | undefined {
  if (raw['parent'] === undefined) return undefined;
  const parent = idOf(raw['parent']);
  return parent === undefined ? '' : termKey('category', siteOfTerm(raw, context), parent);
}
