// Records that use an image.
import type { RelatedKind } from '../../core/kinds.ts';
import type { MediaTable, PublicationColumns } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { tableOf } from '../records/rows/record-table.ts';

export type ImageUse = Pick<PublicationColumns, 'id' | 'status' | 'trashed_from' | 'published_at' | 'author_id'> & {
  kind: 'event' | RelatedKind;
};

const ownership = ['id', 'status', 'trashed_from', 'published_at', 'author_id'] as const;

/** Includes records that are hidden or in the trash. */
export async function usesOf(db: Reader, mediaId: number): Promise<ImageUse[]> {
  const events = await db
    .selectFrom('events')
    .select(ownership)
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  const related = await db
    .selectFrom('linked_records')
    .select([...ownership, 'kind'])
    .where('image_id', '=', mediaId)
    .orderBy('id')
    .execute();
  return [...events.map((event) => ({ ...event, kind: 'event' as const })), ...related];
}

export async function detachImage(
  db: Writer,
  kind: ImageUse['kind'],
  ids: readonly number[],
  now: number,
): Promise<void> {
  const change = { image_id: null, modified_at: now };
  await db.updateTable(tableOf(kind)).set(change).where('id', 'in', ids).execute();
}

/** Images added before `before` that no record uses. */
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
