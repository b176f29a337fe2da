// Translations of stored records.
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { mapValues } from '../../core/objects.ts';
import { type Texts, textRows } from '../records/texts/texts.ts';
import { findTermBySlug } from '../terms/repository.ts';
import { updateTerm } from '../terms/save.ts';
import { termTextsOf } from './repository.ts';
import { findStored, saveStored } from './stored-records.ts';
import type { UpsertContext } from './types.ts';

/** Texts of a page in the language; those equal to the original's are not translations. */
export interface Translation<Name extends string = keyof Texts> {
  language: string;
  /** Others stay as they are. */
  texts: Partial<Record<Name, string>>;
  slug: string;
  /** The text that is a translation even if it equals the original. */
  own: Name | undefined;
}

export async function translateRecord(
  context: UpsertContext,
  kind: 'event' | RelatedKind,
  id: number,
  translation: Translation,
): Promise<void> {
  const { language } = translation;
  const rows = await textRows(context.db, id);
  const texts = changedTexts(rows, translation);
  const stored = texts && (await findStored(context.db, kind, id));
  if (!stored) return;
  const isKept = texts.slug === null || rows.some((row) => row.language === language && row.slug === texts.slug);
  const slug = isKept ? texts.slug : await context.slugs.claim(kind, texts.slug as string, id);
  await saveStored(context, stored, {}, { language, texts: { ...texts, slug } });
}

export async function translateTerm(
  { db, by }: Pick<UpsertContext, 'db' | 'by'>,
  taxonomy: Taxonomy,
  id: number,
  { slug, ...translation }: Translation<'name' | 'description'>,
): Promise<void> {
  const holder = await findTermBySlug(db, taxonomy, slug);
  const rows = await termTextsOf(db, id);
  const texts = changedTexts(rows, { ...translation, slug: (holder ?? id) === id ? slug : '' });
  const { language = '' } = rows.find((row) => row.is_original === 1) ?? {};
  if (texts) await updateTerm(db, { id, taxonomy, language }, { language: translation.language, texts }, by);
}

/** The texts to write; undefined if nothing changes. */
function changedTexts<Name extends string>(
  rows: readonly (Record<Name, string> & { language: string; is_original: number; slug: string | null })[],
  { language, texts, slug, own }: Translation<Name>,
) {
  const original = rows.find((row) => row.is_original === 1);
  if (original === undefined || original.language === language) return undefined;
  const before = rows.find((row) => row.language === language);
  // Without a slug in the language the page shows that of another language.
  const isOwnSlug = slug !== '' && rows.every((row) => row === before || row.slug !== slug);
  const translated = mapValues(texts, (text, name) => (name === own || text !== original[name] ? text : ''));
  const after = { ...translated, slug: isOwnSlug ? slug : null };
  const isSame = Object.entries(after).every(([name, value]) => (before?.[name as Name] ?? '') === (value ?? ''));
  return isSame ? undefined : after;
}
