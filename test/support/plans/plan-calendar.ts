// A calendar that is large enough to compare query plans.
import { eventPassword, fillCalendar } from '../../../bench/calendar/fill.ts';
import { rareWords } from '../../../bench/calendar/words.ts';
import type { BulkLoading } from '../../../bench/loading.ts';
import { noProgress } from '../../../src/core/progress.ts';
import { allocateRecordIds } from '../../../src/resources/records/rows/record-table.ts';
import { insertTexts } from '../../../src/resources/records/texts/texts.ts';
import type { SampleValues } from '../list-requests.ts';
import type { TestApp } from '../test-app.ts';

/** Enough for common words and terms to have more events than are looked up one by one. */
const events = 13_000;
const images = 600;

export async function fillPlanCalendar(app: TestApp, loading: BulkLoading): Promise<SampleValues> {
  const token = await app.request<{ next_token: string }>({ path: '/changes' });
  const imageIds = await addImages(app);
  const now = app.clock.now();
  const options = { events, seed: 7, now, progress: noProgress, loading, authorIds: [1, 2, 3, 4], imageIds };
  const { surroundings } = await fillCalendar(app.store, options);
  const soon = await app.request<{ events: { id: number }[] }>({ path: '/events' });
  return {
    event: soon.body.events[0]?.id ?? 0,
    venue: surroundings.venueIds[0] ?? 0,
    organizer: surroundings.organizerIds[0] ?? 0,
    category: surroundings.categoryIds[0] ?? 0,
    tag: surroundings.tagIds[0] ?? 0,
    rareTag: surroundings.tagIds.at(-1) ?? 0,
    words: ['jazz', rareWords.thousandth, 'ta', 't', 'qz'],
    eventPassword,
    point: { lat: 40.71, lng: -74.01 },
    town: 'New York',
    changesToken: token.body.next_token,
    day: '2027-03-10',
  };
}

/** Their ids are above those of records that are added later. */
async function addImages({ store, clock }: TestApp): Promise<number[]> {
  const at = clock.now();
  const rows = Array.from({ length: images }, (_, n) => ({
    id: 1_000_000 + n,
    author_id: 1 + (n % 4),
    published_at: at - n * 3600,
    modified_at: at - n * 1800,
    language: 'en',
    storage_key: `key-${n}`,
    filename: 'a.png',
    checksum: `sum-${n}`,
    source_url: null,
    extension: 'png',
    mime_type: 'image/png',
    width: 1,
    height: 1,
    filesize: 1,
    sizes: JSON.stringify({}),
  }));
  await store.write(async (db) => {
    await allocateRecordIds(
      db,
      rows.map(({ id }) => ({ id, kind: 'media' })),
    );
    await db.insertInto('media').values(rows).execute();
    await insertTexts(
      db,
      rows.map(({ id }) => ({ of: { recordId: id, kind: 'media', original: 'en' }, texts: [textOf(id)] })),
    );
  });
  return rows.map(({ id }) => id);
}

const textOf = (id: number) => {
  const texts = { title: `Image ${id}`, description: '', excerpt: '', website: '' };
  return { language: 'en', slug: null, ...texts };
};
