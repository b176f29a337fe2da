// Changes the slug or status of a stored event, venue or organizer, and nothing else.
import { type ChangeKind, isTaxonomy, type RecordKind, type RelatedKind } from '../../core/kinds.ts';
import { slugify } from '../../core/text/slug.ts';
import type { EventsTable } from '../../store/schema.ts';
import { updateEvent } from '../events/save.ts';
import { firstFree, renameSlugs, uniqueSlug } from '../records/slugs.ts';
import { updateRelated } from '../related/save.ts';
import type { RelatedRecord } from '../related/types.ts';
import { eventsById, relatedOf } from './repository.ts';
import type { ImportRecord, StoredEvent, UpsertContext } from './types.ts';

/** Stored records with another key are not changed. */
export type SourceSlug = Pick<ImportRecord, 'key' | 'slug' | 'language'>;

type Stored = StoredEvent['event'] | RelatedRecord;

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
  await save(context, stored, {}, { slug: source.slug });
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
  // Its own slug counts as taken, too.
  const nobody = { id: 0, language: undefined };
  const isTaken = async (slug: string) => isWanted(slug) || (await uniqueSlug(context.db, kind, slug, nobody)) !== slug;
  await save(context, stored, {}, { slug: await firstFree(slugify(stored.title) || stored.slug, isTaken) });
  return true;
}

async function findRenamable(
  { db }: UpsertContext,
  kind: RecordKind,
  id: number,
  source: SourceSlug,
): Promise<Stored | undefined> {
  if (kind === 'media') return undefined;
  const stored = kind === 'event' ? (await eventsById(db, [id]))[0]?.event : await relatedOf(db, kind, id);
  if (stored === undefined || stored.external_id !== source.key || stored.status === 'trash') return undefined;
  return source.language === undefined || source.language === stored.language ? stored : undefined;
}

interface Withdrawal {
  kind: 'event' | RelatedKind;
  id: number;
  to: 'trash' | 'draft';
  /** When the source removed it. If that is unknown, the time of change stays, so that a reappearance is the later change. */
  changedAt: number | undefined;
}

export async function withdraw(
  context: UpsertContext,
  { kind, id, to, changedAt }: Withdrawal,
): Promise<readonly number[]> {
  const { db } = context;
  const [event] = kind === 'event' ? await eventsById(db, [id]) : [];
  const stored = kind === 'event' ? event?.event : await relatedOf(db, kind, id);
  if (stored === undefined || stored.status === 'trash') return [];
  if (to === 'trash') await renameSlugs(db, kind, id, 'trash');
  const trashed_from = to === 'trash' ? stored.status : null;
  await save(context, stored, { status: to, trashed_from, modified_at: changedAt ?? stored.modified_at });
  return event?.termIds ?? [];
}

async function save(
  { db, by }: UpsertContext,
  stored: Stored,
  change: Partial<Pick<EventsTable, 'status' | 'trashed_from' | 'modified_at'>>,
  texts: { slug?: string } = {},
): Promise<void> {
  const { language } = stored;
  if ('kind' in stored) await updateRelated(db, stored, { row: { ...stored, ...change }, language, texts }, by);
  else await updateEvent(db, stored, { row: { ...stored, ...change }, language, texts }, by);
}
