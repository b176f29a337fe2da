// Gives stored records the slugs of their source.
import type { RecordKind } from '../../core/kinds.ts';
import { updateEvent } from '../events/save.ts';
import { freeSlug } from '../records/slugs.ts';
import { updateRelated } from '../related/save.ts';
import { eventsById, relatedOf } from './repository.ts';
import type { UpsertContext } from './types.ts';

export interface SourceSlug {
  /** Key of the record at its source; stored records with another key are not changed. */
  key: string;
  slug: string;
  /** Of the source's texts, if it states one. */
  language: string | undefined;
}

/** Gives a record the slug of its source if that is free. Returns whether it was. */
export async function readdress(
  { db, by }: UpsertContext,
  kind: RecordKind,
  id: number,
  source: SourceSlug,
): Promise<boolean> {
  if (kind === 'media') return false;
  const stored = kind === 'event' ? (await eventsById(db, [id]))[0]?.event : await relatedOf(db, kind, id);
  if (stored === undefined || stored.external_id !== source.key || stored.status === 'trash') return false;
  const { language } = stored;
  if (source.language !== undefined && source.language !== language) return false;
  if ((await freeSlug(db, kind, source.slug, { id, language })) !== source.slug) return false;
  const change = { language, texts: { slug: source.slug } };
  if ('kind' in stored) await updateRelated(db, stored, { row: stored, ...change }, by);
  else await updateEvent(db, stored, { row: stored, ...change }, by);
  return true;
}
