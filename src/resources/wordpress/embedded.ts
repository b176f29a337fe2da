// `_embedded` of posts: their image and terms, which clients then need not request one by one.
import type { Zones } from '../../core/dates/zones.ts';
import type { Language } from '../../core/languages.ts';
import type { Links } from '../../http/links.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe } from '../../http/params/field.ts';
import { toMembers } from '../../http/params/lists.ts';
import type { Raw } from '../../http/params/raw.ts';
import { custom } from '../../http/params/scalars.ts';
import type { Reader } from '../../store/store.ts';
import { findMedia } from '../media/repository.ts';
import { lastChange } from '../records/status.ts';
import { attachmentSchema, presentMedium } from './attachments.ts';
import { type CalendarRecord, imageIdOf, recordsOf } from './calendar-record.ts';
import { presentCategory, presentTag, wordpressCategorySchema, wordpressTagSchema } from './terms.ts';

const relations = ['wp:featuredmedia', 'wp:term'] as const;
export type Relation = (typeof relations)[number];

/** `_embed`, `_embed=1` and `_embed=true` mean all relations, as in WordPress; others have nothing to embed here. */
function relationsIn(raw: Raw): readonly Relation[] {
  const names = (toMembers(raw) ?? []).map(String);
  const isAll = names.length === 0 || /^(?:0|1|true)$/.test(names.join());
  return relations.filter((relation) => isAll || names.includes(relation));
}

export const embedField = describe(
  custom({ type: 'string' }, relationsIn),
  'With any value, adds `_embedded` with the image and the terms of each record; `wp:featuredmedia` or `wp:term` adds only that',
);

export const embeddedSchema = named(
  'Embedded',
  strictObject(
    {
      'wp:featuredmedia': listOf(attachmentSchema),
      'wp:term': listOf(listOf({ anyOf: [wordpressTagSchema, wordpressCategorySchema] })),
    },
    [...relations],
  ),
);

interface Scope {
  links: Links;
  language: Language;
  zones: Zones;
  siteZone: string;
  now: number;
}

interface Embedding {
  /** Undefined if there is nothing to embed. */
  of(record: CalendarRecord): object | undefined;
  /** When an embedded image was last changed. */
  modified: number;
}

/** What is embedded in each of the records. Terms are in their responses, images take one query for all. */
export async function embeddingFor(
  records: readonly CalendarRecord[],
  wanted: readonly Relation[],
  scope: Scope,
  db: Reader,
): Promise<Embedding> {
  const ids = wanted.includes('wp:featuredmedia') ? records.map(imageIdOf).filter((id) => id > 0) : [];
  const media = ids.length === 0 ? [] : await findMedia(db, [...new Set(ids)], scope.language);
  const byId = new Map(media.map((medium) => [medium.id, medium]));
  return {
    modified: lastChange(media, scope.now),
    of(record) {
      const medium = byId.get(imageIdOf(record));
      const image = medium && { 'wp:featuredmedia': [presentMedium(medium, scope)] };
      const terms = wanted.includes('wp:term') && 'categories' in record ? termsOf(record, scope) : undefined;
      return image || terms ? { ...image, ...terms } : undefined;
    },
  };
}

/** A list for each taxonomy, in the order of WordPress. */
const termsOf = ({ tags, categories }: CalendarRecord, scope: Scope) => ({
  'wp:term': [
    recordsOf(tags).map((term) => presentTag(term, scope)),
    recordsOf(categories).map((term) => presentCategory(term, scope)),
  ],
});
