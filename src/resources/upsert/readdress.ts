import type { RecordKind } from '../../core/kinds.ts';
import { updateEvent } from '../events/save.ts';
import { freeSlug } from '../records/slugs.ts';
import { updateRelated } from '../related/save.ts';
import { eventsById, relatedOf } from './repository.ts';
import type { UpsertContext } from './types.ts';

export interface SlugWish {
  /** Key of the record at its source; records here with other keys are left alone. */
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
  wish: SlugWish,
): Promise<boolean> {
  if (kind === 'media') return false;
  const stored = kind === 'event' ? (await eventsById(db, [id]))[0]?.event : await relatedOf(db, kind, id);
  if (stored === undefined || stored.external_id !== wish.key || stored.status === 'trash') return false;
  const { language } = stored;
  if (wish.language !== undefined && wish.language !== language) return false;
  if ((await freeSlug(db, kind, wish.slug, { id, language })) !== wish.slug) return false;
  const change = { language, texts: { slug: wish.slug } };
  if ('kind' in stored) await updateRelated(db, stored, { row: stored, ...change }, by);
  else await updateEvent(db, stored, { row: stored, ...change }, by);
  return true;
}
