// Images in exports and restores: records, ids and files.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMediaCopier } from '../../src/media/storage/copy-files.ts';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import { storedImage } from '../../src/resources/media/service.ts';
import type { Store } from '../../src/store/store.ts';
import { exportText, openTestCalendar, remarksOf, temporaryFolder } from '../import/support.ts';
import { parseExport, withoutTime } from '../support/calendars/export-text.ts';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { png } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp } from '../support/test-app.ts';

const storageIn = (folder: string) => createLocalStorage(folder, randomUUID);

/** Two images, one of which an event and a venue use, with alternative texts in two languages. */
async function exported() {
  const app = await startTestApp();
  const [first, second] = [await png({ width: 500, height: 400 }), await png({ colour: 'red' })];
  const image = (await uploadRaw(first, { app, as: 'ann' })).body;
  const unused = (await uploadRaw(second, { app, as: 'admin' })).body;
  const change = (path: string, json: object, method: 'POST' | 'PATCH' = 'PATCH') =>
    app.request<{ id: number }>({ as: 'admin', method, path, json });
  await change(`/media/${image.id}`, { alt_text: 'A field' });
  await change(`/media/${image.id}`, { alt_text: 'Un champ', i18n_language: 'fr' });
  const when = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
  await change('/venues', { venue: 'Hall', image: image.id }, 'POST');
  await change('/events', { title: 'With image', ...when, image: image.id }, 'POST');
  const folder = temporaryFolder();
  const copier = createMediaCopier(storageIn(app.media), storageIn(folder));
  const text = await exportText(app.store, undefined, async (row) => {
    expect(await copier.copy(storedImage(row))).toEqual([]);
  });
  return { app, text, folder, image, unused };
}

async function rowsOf({ reader }: Store) {
  const media = await reader.selectFrom('media').selectAll().orderBy('id').execute();
  const texts = await reader.selectFrom('record_texts').selectAll().orderBy('record_id').orderBy('language').execute();
  const ids = await reader.selectFrom('record_ids').selectAll().orderBy('id').execute();
  const events = await reader.selectFrom('events').select(['id', 'image_id']).orderBy('id').execute();
  const related = await reader.selectFrom('linked_records').select(['id', 'image_id']).orderBy('id').execute();
  return { media, ids, events, related, texts: texts.map(({ rowid: _, ...text }) => text) };
}

async function restore(text: string, folder: string, options: { dryRun?: boolean } = {}) {
  const calendar = await openTestCalendar([]);
  const media = join(calendar.folder, 'media');
  const copier = createMediaCopier(storageIn(folder), storageIn(media));
  const restoring = calendar.importAll([text], { media: copier, ...options });
  return { calendar, media, restoring };
}

test('Images are restored with ids, texts in all languages and files, byte for byte', async () => {
  const { app, text, folder, image } = await exported();
  const { calendar, media, restoring } = await restore(text, folder);
  const { report } = await restoring;
  expect(report.notes).toEqual([]);
  expect(await rowsOf(calendar.store)).toEqual(await rowsOf(app.store));
  const again = await exportText(calendar.store, undefined, async () => undefined);
  expect(withoutTime(again)).toBe(withoutTime(text));
  const files = filesBelow(app.media);
  expect(files.length).toBeGreaterThan(3);
  expect(filesBelow(media)).toEqual(files);
  for (const file of files) expect(readFileSync(join(media, file))).toEqual(readFileSync(join(app.media, file)));
  expect(parseExport(text)['media'][0]).toMatchObject({
    id: image.id,
    author: 'ann',
    texts: { fr: { alt_text: 'Un champ' } },
  });
});

test('Records are restored without images if there is no folder', async () => {
  const { text } = await exported();
  const calendar = await openTestCalendar([]);
  const { report } = await calendar.importAll([text]);
  expect(Object.keys(remarksOf(report.notes))).toEqual([
    'has an image, which is not restored (--media names the folder with the files)',
  ]);
  expect((await rowsOf(calendar.store)).media).toEqual([]);
});

test('An image with a missing or cut file is left out and reported', async () => {
  const { text, folder, image, unused } = await exported();
  const [one, other] = parseExport(text)['media'] as { storage_key: string; filename: string }[];
  rmSync(join(folder, one?.storage_key ?? '', one?.filename ?? ''));
  writeFileSync(join(folder, other?.storage_key ?? '', other?.filename ?? ''), 'cut');
  const { calendar, media, restoring } = await restore(text, folder);
  const { report } = await restoring;
  expect(remarksOf(report.notes)['has files that are missing or damaged; left out']).toEqual([
    expect.stringContaining(`image ${image.id}: `),
    expect.stringContaining(`image ${unused.id}: `),
  ]);
  expect(await rowsOf(calendar.store)).toMatchObject({ media: [], events: [{ image_id: null }] });
  expect(filesBelow(media)).toEqual([]);
});

test.each([
  ['a dry run', (text: string) => text, { dryRun: true }],
  ['a damaged export', (text: string) => text.replace('"all_day":false', '"all_day":7'), {}],
  ['names that lead elsewhere', (text: string) => text.replace(/"filename":"[^"]*"/, '"filename":"../../x"'), {}],
] as const)('%s leaves no file behind', async (_, change, options) => {
  const { text, folder } = await exported();
  const { calendar, media, restoring } = await restore(change(text), folder, options);
  if ('dryRun' in options) await restoring;
  else await expect(restoring).rejects.toThrow(/cannot be restored/);
  expect(filesBelow(media)).toEqual([]);
  expect((await rowsOf(calendar.store)).ids).toEqual([]);
});

test('A failed restore leaves existing files', async () => {
  const { app, text, folder } = await exported();
  const before = filesBelow(app.media);
  const calendar = await openTestCalendar([]);
  // As in a bucket that both calendars share.
  const copier = createMediaCopier(storageIn(folder), storageIn(app.media));
  const broken = text.replace('"all_day":false', '"all_day":7');
  await expect(calendar.importAll([broken], { media: copier })).rejects.toThrow(/cannot be restored/);
  expect(filesBelow(app.media)).toEqual(before);
});
