// With many images, those before the page are not read in full.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureQueries } from '../support/plans/captured-queries.ts';
import { createPostgresExplain, truncateCalendar } from '../support/plans/postgres-plan.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const images = 4000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { cacheBytes: 0 } });
  const at = app.clock.now();
  await app.store.write(async (db) => {
    await sql`insert into record_ids (id, kind) select n, 'media' from generate_series(1, ${images}::int) n`.execute(
      db,
    );
    await sql`insert into media (id, author_id, published_at, modified_at, language, storage_key, filename, checksum,
        extension, mime_type, width, height, filesize, sizes)
      select id, 1, ${at}::bigint - id, ${at}, 'en', 'key-' || id, 'a.png', 'sum-' || id, 'png', 'image/png', 1, 1, 1, '[]'
      from record_ids`.execute(db);
    await sql`insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website, slug,
        title_folded, body_folded)
      select id, kind, 'en', 1, 'Image ' || id, '', '', '', 'image-' || id, 'image ' || id, '' from record_ids`.execute(
      db,
    );
  });
});

afterAll(async () => {
  await truncateCalendar(app.store);
  await app.close();
});

test('A deep page of images reads only the texts of the page', async () => {
  const explain = await createPostgresExplain(app.store);
  const queries = captureQueries(app.store);
  for (const orderby of ['date', 'id']) {
    const ran = await queries.during(async () => {
      const { body } = await app.request<{ media: { id: number }[] }>({
        path: '/media',
        query: { orderby, order: orderby === 'id' ? 'asc' : 'desc', per_page: 10, page: images / 10 - 1 },
      });
      expect(body.media.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => images - 19 + n));
    });
    const found = (await Promise.all(ran.map(explain))).flat();
    expect(found.filter(({ table }) => table === 'record_texts')).toEqual([]);
  }
});
