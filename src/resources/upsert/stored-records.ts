// Changes the slug, status or texts of a stored event, venue or organizer, and nothing else.
import { type ChangeKind, isTaxonomy, type PublishedKind, type Taxonomy } from '../../core/kinds.ts';
import { mapValues } from '../../core/objects.ts';
import { slugify } from '../../core/text/slug.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { updateEvent } from '../events/save.ts';
import { firstFree, renameSlugs, uniqueSlug } from '../records/slugs.ts';
import { type TextChange, type Texts, textRows } from '../records/texts/texts.ts';
import { updateRelated } from '../related/save.ts';
import type { RelatedRecord } from '../related/types.ts';
import { findTermBySlug } from '../terms/repository.ts';
import { termIdsByEvents } from '../terms/repository-events.ts';
import { updateTerm } from '../terms/save.ts';
import { eventOf, relatedOf, termTextsOf } from './repository.ts';
import type { ImportRecord, StoredEvent, UpsertContext } from './types.ts';

/** Stored records with another key are not changed. */
export type SourceSlug = Pick<ImportRecord, 'key' | 'slug' | 'language'>;

type Stored = StoredEvent['event'] | RelatedRecord;

const findStored = (db: Reader, kind: PublishedKind, id: number): Promise<Stored | undefined> =>
  kind === 'event' ? eventOf(db, id) : relatedOf(db, kind, id);

export async function restoreSlug(
  context: UpsertContext,
  kind: PublishedKind,
  id: number,
  source: SourceSlug,
): Promise<boolean> {
  const stored = await findRenamable(context, kind, id, source);
  if (stored === undefined) return false;
  const { language } = stored;
  if ((await uniqueSlug(context.db, kind, source.slug, { id, language })) !== source.slug) return false;
  await saveStored(context, stored, {}, { language, texts: { slug: source.slug } });
  return true;
}

/** Gives a record that has no slug at its source one that no other wants; returns whether it did. */
export async function yieldSlug(
  context: UpsertContext,
  kind: ChangeKind,
  id: number,
  { isWanted, ...source }: SourceSlug & { isWanted: (slug: string) => boolean },
): Promise<boolean> {
  if (isTaxonomy(kind)) return false;
  const stored = await findRenamable(context, kind, id, source);
  if (stored === undefined) return false;
  // As if for a new record, so that its own slug counts as taken too.
  const newRecord = { id: 0, language: undefined };
  const isTaken = async (slug: string) =>
    isWanted(slug) || (await uniqueSlug(context.db, kind, slug, newRecord)) !== slug;
  const slug = await firstFree(slugify(stored.title) || stored.slug, isTaken);
  await saveStored(context, stored, {}, { language: stored.language, texts: { slug } });
  return true;
}

async function findRenamable(
  { db }: UpsertContext,
  kind: PublishedKind,
  id: number,
  source: SourceSlug,
): Promise<Stored | undefined> {
  const stored = await findStored(db, kind, id);
  if (stored === undefined || stored.external_id !== source.key || stored.status === 'trash') return undefined;
  return source.language === undefined || source.language === stored.language ? stored : undefined;
}

/**
 * Returns the ids of an event's terms. `changedAt` is when the source removed it. If that is unknown, the time of change
 * stays, so that a reappearance is the later change.
 */
export async function withdraw(
  context: UpsertContext,
  kind: PublishedKind,
  id: number,
  to: 'trash' | 'draft',
  changedAt?: number,
): Promise<readonly number[]> {
  const { db } = context;
  const stored = await findStored(db, kind, id);
  if (stored === undefined || stored.status === 'trash') return [];
  if (to === 'trash') await renameSlugs(db, kind, id, 'trash');
  const trashed_from = to === 'trash' ? stored.status : null;
  await saveStored(context, stored, { status: to, trashed_from, modified_at: changedAt ?? stored.modified_at });
  return kind === 'event' ? ((await termIdsByEvents(db, [id])).get(id) ?? []) : [];
}

async function saveStored(
  { db, by }: UpsertContext,
  stored: Stored,
  change: Partial<Pick<EventsTable, 'status' | 'trashed_from' | 'modified_at'>>,
  texts: { language: string; texts: TextChange } = { language: stored.language, texts: {} },
): Promise<void> {
  if ('kind' in stored) await updateRelated(db, stored, { row: { ...stored, ...change }, ...texts }, by);
  else await updateEvent(db, stored, { row: { ...stored, ...change }, ...texts }, by);
}

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
  kind: PublishedKind,
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
