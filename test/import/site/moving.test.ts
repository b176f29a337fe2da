// A calendar of many pages is imported with one command, and both servers then return the same lists.
import { expect, test } from 'vitest';
import { fillLarge } from '../../support/calendars/large-calendar.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { remarksOf } from '../support.ts';
import { importFrom, listen, namespace } from './support.ts';

/** Several pages of every list, and an event in every time zone. */
const events = 800;
const byId = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 };
const allTime = { start_date: '1800-01-01', end_date: '2999-12-31' };

type Reader = 'admin' | null;

const views: [path: string, query: Record<string, string>, ...readers: Reader[]][] = [
  ['events', allTime, 'admin', null],
  ['events', { ...allTime, hide_from_listings: 'true' }, 'admin'],
  ['events', { ...allTime, i18n_language: 'fr', featured: 'true' }, 'admin'],
  ['events', { search: 'fish', orderby: 'title', order: 'desc', i18n_language: 'de' }, null],
  ['venues', {}, 'admin', null],
  ['venues', { i18n_language: 'fr' }, null],
  ['organizers', {}, 'admin', null],
  ['categories', { hide_empty: 'false' }, null],
  ['categories', { hide_empty: 'false', i18n_language: 'es' }, null],
  ['tags', { hide_empty: 'true', i18n_language: 'fr' }, null],
];

type Item = Record<string, unknown>;

/** All pages of a list. */
async function listOf(app: TestApp, as: Reader, path: string, query: Record<string, string>) {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await app.request<Record<string, unknown>>({
      as,
      path: `/${path}`,
      query: { ...query, per_page: 100, page },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...(body[path] as Item[]));
    if (page >= Number(body['total_pages'])) return { items: items.map(comparable), total: body['total'] };
  }
}

/** Leaves out URLs of image files, which are random, and external ids, which the import sets. */
function comparable(item: Item): Item {
  const text = JSON.stringify(item, (key, value) => (key === 'external_id' ? undefined : value));
  return JSON.parse(text.replace(/\/media\/\d{4}\/\d{2}\/[0-9a-f]{32}\//g, '/media/FOLDER/'));
}

test(`A calendar of ${events} events is the same on both servers, field by field`, { timeout: 120_000 }, async () => {
  const source = await startTestApp();
  const images: number[] = [];
  const upload = async () => {
    for (let n = 0; n < 8; n++) {
      const bytes = await png({ width: 40 + n, height: n % 2 === 0 ? 30 : 400, colour: `rgb(${n * 30},80,120)` });
      images.push((await uploadRaw(bytes, { app: source, as: 'admin' })).body.id);
    }
    return images;
  };
  await fillLarge(source.store, events, source.clock.now(), upload);
  const target = await startTestApp();
  const apiUrl = (await listen(source)) + namespace;
  const { host } = new URL(apiUrl);

  const credentials = { user: 'admin', password: source.passwords.admin };
  const { report } = await importFrom(target, apiUrl, { credentials, authors: byId, allow: host, withTrash: true });
  expect(report.counts.events).toEqual({ created: events, updated: 0, unchanged: 0, skipped: 0 });
  expect(remarksOf(report.skipped)).toEqual({});
  expect(Object.keys(remarksOf(report.notes))).toEqual([expect.stringMatching(/^is not published yet: a password/)]);

  for (const [path, query, ...readers] of views) {
    for (const as of readers) {
      const there = await listOf(source, as, path, query);
      expect(there.items.length, path).toBeGreaterThan(0);
      expect(await listOf(target, as, path, query), `${as} ${path} ${JSON.stringify(query)}`).toEqual(there);
    }
  }
  const media = await target.store.reader.selectFrom('media').select('id').orderBy('id').execute();
  expect(media.map(({ id }) => id)).toEqual(images);
});
