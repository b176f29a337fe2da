import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import { type Collected, collectMedia } from '../../src/resources/media/collect.ts';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A file of an upload that was interrupted this many seconds ago. */
function leave(app: TestApp, key: string, age: number): void {
  const path = join(app.media, key);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'left behind');
  const time = app.clock.now() - age;
  utimesSync(path, time, time);
}

const collect = (app: TestApp, options: { unusedDays?: number; dryRun?: boolean } = {}): Promise<Collected> =>
  collectMedia({
    store: app.store,
    storage: createLocalStorage(app.media, () => 'x'),
    now: app.clock.now(),
    unusedSeconds: options.unusedDays === undefined ? undefined : options.unusedDays * 86_400,
    dryRun: options.dryRun ?? false,
  });

test('Files without an image are deleted once they are old enough; all others stay', async () => {
  const app = await startTestApp();
  const { body } = await uploadRaw(await jpeg({ width: 200, height: 200 }), { app });
  const files = filesBelow(app.media);
  const folder = new URL(body.url).pathname.split('/').slice(2, 5).join('/');
  for (const file of files) utimesSync(join(app.media, file), 1, 1);
  leave(app, '2027/02/orphan/a.jpg', 3601);
  leave(app, '2027/02/young/a.jpg', 3500);
  leave(app, `${folder}/summer-fete.jpg.1.tmp`, 3601);
  const expected = ['2027/02/orphan/a.jpg', `${folder}/summer-fete.jpg.1.tmp`];
  const planned = await collect(app, { dryRun: true });
  expect(planned.files.map(({ key }) => key).sort()).toEqual(expected);
  expect(filesBelow(app.media)).toHaveLength(files.length + 3);
  expect((await collect(app)).files).toEqual(planned.files);
  expect(filesBelow(app.media)).toEqual(['/2027/02/young/a.jpg', ...files].sort());
  expect(await collect(app)).toEqual({ images: [], files: [] });
});

test('Files of other programs stay, even if they are old', async () => {
  const app = await startTestApp();
  const others = [
    'index.html',
    'backups/2027/calendar.tar',
    '2027/02/notes.txt',
    '2027/02/a/b/c.jpg',
    'a/2027/02/x/c.jpg',
    '2027/02/a/Fête (1) & more.jpg',
    '2027/02/a/.DS_Store',
  ];
  for (const key of others) leave(app, key, 86_400_000);
  leave(app, '2027/02/orphan/a.jpg', 86_400_000);
  expect((await collect(app)).files.map(({ key }) => key)).toEqual(['2027/02/orphan/a.jpg']);
  expect(filesBelow(app.media)).toHaveLength(others.length);
});

test('Unused images older than the given age are deleted', async () => {
  const app = await startTestApp();
  const upload = async (colour: string) => (await uploadRaw(await jpeg({ colour }), { app })).body.id;
  const [unused, ofEvent, ofVenue] = [await upload('#111111'), await upload('#222222'), await upload('#333333')];
  const event = { title: 'Gala', start_date: '2027-05-10', end_date: '2027-05-10', image: ofEvent, status: 'trash' };
  await app.request({ as: 'ann', method: 'POST', path: '/events', json: event });
  await app.request({ as: 'ann', method: 'POST', path: '/venues', json: { venue: 'Hall', image: ofVenue } });
  app.clock.advance(86_400);
  const young = await upload('#444444');
  const ids = async () =>
    (await app.request<{ media: { id: number }[] }>({ path: '/media' })).body.media.map(({ id }) => id).sort();
  app.clock.advance(60);
  expect((await collect(app)).images).toEqual([]);
  expect((await collect(app, { unusedDays: 1, dryRun: true })).images).toMatchObject([{ id: unused }]);
  expect(await ids()).toEqual([unused, ofEvent, ofVenue, young].sort());
  expect((await collect(app, { unusedDays: 1 })).images).toMatchObject([{ id: unused }]);
  expect(await ids()).toEqual([ofEvent, ofVenue, young].sort());
  expect(filesBelow(app.media)).toHaveLength(3);
  expect((await collect(app, { unusedDays: 0 })).images).toMatchObject([{ id: young }]);
});

test('Images in texts are in use', async () => {
  const app = await startTestApp();
  const upload = async (colour: string) => (await uploadRaw(await jpeg({ colour, width: 400 }), { app })).body;
  const [ofEvent, ofTerm, ofTranslation, unused] = [
    await upload('#111111'),
    await upload('#222222'),
    await upload('#333333'),
    await upload('#444444'),
  ];
  const showing = (url: string) => `<p>Come <img src="${url}" alt=""></p>`;
  const event = { title: 'Gala', start_date: '2027-05-10', end_date: '2027-05-10', excerpt: showing(ofEvent.url) };
  const { body } = await app.request<{ id: number }>({ as: 'ed', method: 'POST', path: '/events', json: event });
  const french = { title: 'Gala', description: showing(new URL(ofTranslation.url).pathname), i18n_language: 'fr' };
  await app.request({ as: 'ed', method: 'PATCH', path: `/events/${body.id}`, json: french });
  const term = { name: 'Music', description: showing(ofTerm.url) };
  await app.request({ as: 'ed', method: 'POST', path: '/categories', json: term });
  app.clock.advance(60);
  expect((await collect(app, { unusedDays: 0 })).images.map(({ id }) => id)).toEqual([unused.id]);
});
