import type { Store } from '../../../src/store/store.ts';

/** Inserts copies of the event directly into the tables. Search finds them only by their titles. */
export const copyEvent = (store: Store, id: number, count: number): Promise<void> =>
  store.write(async (db) => {
    const event = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const texts = db.selectFrom('record_texts').selectAll().where('record_id', '=', id);
    const { rowid: _, ...text } = await texts.executeTakeFirstOrThrow();
    for (let n = 1; n <= count; n++) {
      const added = db.insertInto('record_ids').values({ kind: 'event' }).returning('id');
      const { id: copy } = await added.executeTakeFirstOrThrow();
      await db
        .insertInto('events')
        .values({ ...event, id: copy })
        .execute();
      await db
        .insertInto('record_texts')
        .values({ ...text, body_folded: '', record_id: copy, slug: `${text.slug}-${n}` })
        .execute();
    }
  });
