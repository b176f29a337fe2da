import { toSafeHtml } from '../../core/text/html.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { siteOf, termKey } from './keys.ts';
import { labelOf, readSlug, shorten } from './texts.ts';
import { type Note, type PageContext, type SourceTerm, Unusable } from './types.ts';
import { idOf, isRecord, plainOf, type RawRecord, textOf } from './values.ts';

const longestName = 200;

export function readTerm(raw: RawRecord, taxonomy: Taxonomy, context: PageContext, note: Note): SourceTerm {
  const name = shorten(plainOf(raw['name']), longestName, 'name', note);
  if (isBlank(name)) throw new Unusable('has no name');
  const id = idOf(raw['id']) ?? idOf(raw['term_id']);
  const urls = raw['urls'];
  const site = (isRecord(urls) && siteOf(urls['self'])) || context.site;
  const slug = readSlug(raw['slug']) || slugify(name);
  const parent = raw['parent'] === undefined ? undefined : idOf(raw['parent']);
  return {
    taxonomy,
    key: termKey(taxonomy, site, id ?? slug),
    id,
    language: context.language,
    name,
    description: readDescription(raw['description']),
    slug,
    parentKey: taxonomy === 'tag' || raw['parent'] === undefined ? undefined : parent ? termKey(taxonomy, site, parent) : '',
    count: typeof raw['count'] === 'number' ? raw['count'] : undefined,
    label: labelOf(taxonomy, id, name),
  };
}

/** A line of HTML; one that is a single paragraph goes without its tags, as the interface stores it. */
const readDescription = (value: unknown): string =>
  toSafeHtml(textOf(value)).replace(/^<p>([^]*)<\/p>$/, (whole: string, inner: string) => (inner.includes('<p') ? whole : inner));
