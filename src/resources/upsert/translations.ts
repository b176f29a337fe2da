// Translations of stored records.
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { mapValues } from '../../core/objects.ts';
import { recordAudit, updateOf } from '../records/audit/audit-log.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { noTexts, type StatedTexts, saveTexts, textNames, textRows, textsOf } from '../records/texts/texts.ts';
import { searchable } from '../related/patch.ts';
import { findTermBySlug } from '../terms/repository.ts';
import { updateTerm } from '../terms/save.ts';
import { relatedOf, termTextsOf } from './repository.ts';
import type { UpsertContext } from './types.ts';

/** Texts of a page in the language; those equal to the original's are not translations. */
export interface Translation {
  language: string;
  /** Others stay as they are. */
  texts: StatedTexts;
  slug: string;
  /** The title is a translation even if it equals the original. */
  hasOwnTitle: boolean;
}

/** Returns whether anything changed. */
export async function translateRecord(
  { db, slugs, by }: UpsertContext,
  kind: 'event' | RelatedKind,
  id: number,
  { language, texts: pageTexts, slug: sent, hasOwnTitle }: Translation,
): Promise<boolean> {
  const rows = await textRows(db, id);
  const original = rows.find((row) => row.is_original === 1);
  if (original === undefined || original.language === language) return false;
  const before = rows.find((row) => row.language === language);
  const texts = { ...textsOf(before ?? noTexts), ...ownTexts(pageTexts, original, hasOwnTitle ? ['title'] : []) };
  // Without a slug in the language the page shows that of another language.
  const isAnothers = rows.some((row) => row !== before && row.slug === sent);
  const slug = sent === '' || isAnothers ? null : sent;
  if (before && slug === before.slug && textNames.every((name) => before[name] === texts[name])) return false;
  if (!before && slug === null && textNames.every((name) => texts[name] === '')) return false;
  const related = kind === 'event' ? undefined : await relatedOf(db, kind, id);
  const of = { recordId: id, kind, original: original.language, searchable: related && searchable(related) };
  const isKept = slug === null || slug === before?.slug;
  const { changes } = await saveTexts(db, of, language, {
    ...texts,
    slug: isKept ? slug : await slugs.claim(kind, slug, id),
  });
  await recordChanges(db, kind, [id], by.now);
  await recordAudit(db, by, [updateOf(kind, id, changes)]);
  return true;
}

/** Texts that differ from the original's, or are listed in `own`; others are empty. */
const ownTexts = <T extends object>(texts: T, original: T, own: readonly (keyof T)[]) =>
  mapValues(texts, (text, name) => (own.includes(name) || text !== original[name] ? text : ''));

export interface TermTranslation {
  language: string;
  name: string;
  description: string;
  slug: string;
  hasOwnName: boolean;
}

/** Returns whether anything changed. */
export async function translateTerm(
  { db, by }: Pick<UpsertContext, 'db' | 'by'>,
  taxonomy: Taxonomy,
  id: number,
  { language, name, description, slug: sent, hasOwnName }: TermTranslation,
): Promise<boolean> {
  const rows = await termTextsOf(db, id);
  const original = rows.find((row) => row.is_original === 1);
  if (original === undefined || original.language === language) return false;
  const before = rows.find((row) => row.language === language);
  const holder = await findTermBySlug(db, taxonomy, sent);
  const isAnothers = (holder ?? id) !== id;
  const slug = sent === '' || sent === original.slug || isAnothers ? null : sent;
  const texts = {
    ...ownTexts<{ name: string; description: string }>({ name, description }, original, hasOwnName ? ['name'] : []),
    slug,
  };
  const isEmpty = texts.name === '' && texts.description === '' && slug === null;
  const isSame = before?.name === texts.name && before.description === texts.description && before.slug === slug;
  if (isSame || (!before && isEmpty)) return false;
  await updateTerm(db, { id, taxonomy, language: original.language }, { language, texts }, by);
  return true;
}
