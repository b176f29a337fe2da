// Which records show an image.
import type { MediaTable, PublicationColumns } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

export type ImageUse = Pick<PublicationColumns, 'id' | 'status' | 'trashed_from' | 'published_at' | 'author_id'> & {
  kind: 'event' | 'venue' | 'organizer';
};

const ownership = ['id', 'status', 'trashed_from', 'published_at', 'author_id'] as const;

/** Whoever may read them, those in the trash included. */
export async function usesOf(db: Reader, mediaId: number): Promise<ImageUse[]> {
  const events = await db
    .selectFrom('events')
    .select(ownership)
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  const linked = await db
    .selectFrom('linked_records')
    .select([...ownership, 'kind'])
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  return [...events.map((event) => ({ ...event, kind: 'event' as const })), ...linked];
}

/** The records have changed, but not the moment that they were published. */
export async function takeOff(db: Writer, kind: ImageUse['kind'], ids: readonly number[], now: number): Promise<void> {
  const change = { image_id: null, modified_at: now };
  await db
    .updateTable(kind === 'event' ? 'events' : 'linked_records')
    .set(change)
    .where('id', 'in', ids)
    .execute();
}

/** Images from before a moment that no record shows. */
export const unusedMedia = (db: Reader, before: number): Promise<MediaTable[]> =>
  db
    .selectFrom('media as m')
    .selectAll()
    .where('m.published_at', '<', before)
    .where((eb) =>
      eb.and([
        eb.not(eb.exists(eb.selectFrom('events as e').select('e.id').whereRef('e.image_id', '=', 'm.id'))),
        eb.not(eb.exists(eb.selectFrom('linked_records as r').select('r.id').whereRef('r.image_id', '=', 'm.id'))),
      ]),
    )
    .orderBy('m.id')
    .execute();
