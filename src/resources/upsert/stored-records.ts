// Changes the slug or status of a stored event, venue or organizer, and nothing else.
import type { RecordKind, RelatedKind } from '../../core/kinds.ts';
import type { EventsTable } from '../../store/schema.ts';
import { updateEvent } from '../events/save.ts';
import { renameSlugs, uniqueSlug } from '../records/slugs.ts';
import { updateRelated } from '../related/save.ts';
import type { RelatedRecord } from '../related/types.ts';
import { eventsById, relatedOf } from './repository.ts';
import type { ImportRecord, UpsertContext } from './types.ts';

/** Stored records with another key are not changed. */
export type SourceSlug = Pick<ImportRecord, 'key' | 'slug' | 'language'>;

type Stored = EventsTable | RelatedRecord;

export async function restoreSlug(
  context: UpsertContext,
  kind: RecordKind,
  id: number,
  source: SourceSlug,
): Promise<boolean> {
  const { db } = context;
  if (kind === 'media') return false;
  const stored = kind === 'event' ? (await eventsById(db, [id]))[0]?.event : await relatedOf(db, kind, id);
  if (stored === undefined || stored.external_id !== source.key || stored.status === 'trash') return false;
  const { language } = stored;
  if (source.language !== undefined && source.language !== language) return false;
  if ((await uniqueSlug(db, kind, source.slug, { id, language })) !== source.slug) return false;
  await save(context, stored, {}, { slug: source.slug });
  return true;
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
