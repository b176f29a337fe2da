// Changes the slug, status or texts of a stored event, venue or organizer, and nothing else.
import { type ChangeKind, isTaxonomy, type RecordKind, type RelatedKind } from '../../core/kinds.ts';
import { slugify } from '../../core/text/slug.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import { updateEvent } from '../events/save.ts';
import { firstFree, renameSlugs, uniqueSlug } from '../records/slugs.ts';
import type { TextChange } from '../records/texts/texts.ts';
import { updateRelated } from '../related/save.ts';
import type { RelatedRecord } from '../related/types.ts';
import { termIdsByEvents } from '../terms/repository-events.ts';
import { eventOf, relatedOf } from './repository.ts';
import type { ImportRecord, StoredEvent, UpsertContext } from './types.ts';

/** Stored records with another key are not changed. */
export type SourceSlug = Pick<ImportRecord, 'key' | 'slug' | 'language'>;

type Stored = StoredEvent['event'] | RelatedRecord;

export const findStored = (db: Reader, kind: 'event' | RelatedKind, id: number): Promise<Stored | undefined> =>
  kind === 'event' ? eventOf(db, id) : relatedOf(db, kind, id);

export async function restoreSlug(
  context: UpsertContext,
  kind: RecordKind,
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
  kind: RecordKind,
  id: number,
  source: SourceSlug,
): Promise<Stored | undefined> {
  const stored = kind === 'media' ? undefined : await findStored(db, kind, id);
  if (stored === undefined || stored.external_id !== source.key || stored.status === 'trash') return undefined;
  return source.language === undefined || source.language === stored.language ? stored : undefined;
}

/**
 * Returns the ids of an event's terms. `changedAt` is when the source removed it. If that is unknown, the time of change
 * stays, so that a reappearance is the later change.
 */
export async function withdraw(
  context: UpsertContext,
  kind: 'event' | RelatedKind,
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

export async function saveStored(
  { db, by }: UpsertContext,
  stored: Stored,
  change: Partial<Pick<EventsTable, 'status' | 'trashed_from' | 'modified_at'>>,
  texts: { language: string; texts: TextChange } = { language: stored.language, texts: {} },
): Promise<void> {
  if ('kind' in stored) await updateRelated(db, stored, { row: { ...stored, ...change }, ...texts }, by);
  else await updateEvent(db, stored, { row: { ...stored, ...change }, ...texts }, by);
}
