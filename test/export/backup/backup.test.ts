// Backup and restore of a whole calendar, on both engines and under write load.
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { wrongFiles } from '../../../src/check/files.ts';
import { noProgress } from '../../../src/core/progress.ts';
import { type BackupTask, backupCalendar } from '../../../src/export/backup/backup.ts';
import { restoreCalendar, verifyBackup } from '../../../src/export/backup/restore.ts';
import { createLocalStorage } from '../../../src/media/storage/local-storage.ts';
import { createS3Storage } from '../../../src/media/storage/s3-storage.ts';
import type { MediaStorage } from '../../../src/media/storage/storage.ts';
import { startFileCollection } from '../../../src/serve/background.ts';
import { openSqlite } from '../../../src/store/sqlite/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { tablesOf } from '../../import/site/tables.ts';
import { temporaryFolder } from '../../import/support.ts';
import { filesBelow } from '../../support/calendars/stored-files.ts';
import { make } from '../../support/field-table.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { s3Credentials, startS3Server } from '../../support/servers/s3-server.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { openTestStore } from '../../support/test-store.ts';

const when = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
const { signal } = new AbortController();
let unique = 0;
const storageIn = (folder: string) => createLocalStorage(folder, () => String(unique++));

const backUp = ({ store, media, clock }: TestApp, path: string, changes: Partial<BackupTask> = {}) =>
  backupCalendar({
    store,
    storage: storageIn(media),
    path,
    version: '1.2.3',
    progress: noProgress,
    signal,
    now: clock.now,
    ...changes,
  });

/** Like `kalends restore`. */
async function restoreInto(to: Store, path: string, media: string | MediaStorage, { force = false, now = 0 } = {}) {
  const folder = temporaryFolder();
  await verifyBackup(path, folder);
  const from = openSqlite({ path: join(folder, 'calendar.sqlite'), synchronous: 'off' });
  try {
    const storage = typeof media === 'string' ? storageIn(media) : media;
    const task = { storage, force, keepWebhooks: false, now, progress: noProgress, signal };
    await restoreCalendar({ path, from, to, ...task });
  } finally {
    await from.close();
  }
}

async function openTarget(): Promise<Store> {
  const { store, remove } = await openTestStore();
  onTestFinished(async () => {
    await store.close();
    await remove();
  });
  return store;
}

async function calendarWithImages() {
  const app = await startTestApp();
  const image = (await uploadRaw(await png({ width: 500, height: 400 }), { app, as: 'ann' })).body;
  await make(app, 'events', { title: 'With image', ...when, image: image.id, venue: { venue: 'Hall' }, tags: ['one'] });
  return { app, image };
}

test('A restored backup has every row and every file of an image', async () => {
  const { app } = await calendarWithImages();
  const path = join(temporaryFolder(), 'calendar.tar.gz');
  const manifest = await backUp(app, path);
  const [to, media] = [await openTarget(), temporaryFolder()];
  await restoreInto(to, path, media);
  expect(await tablesOf(to)).toEqual(await tablesOf(app.store));
  expect(await to.reader.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(
    await app.store.reader.selectFrom('users').selectAll().orderBy('id').execute(),
  );
  const files = filesBelow(app.media);
  expect(files.length).toBeGreaterThan(1);
  expect(filesBelow(media)).toEqual(files);
  for (const file of files) expect(readFileSync(join(media, file))).toEqual(readFileSync(join(app.media, file)));
  expect(manifest).toMatchObject({ kalends: '1.2.3', taken_at: '2027-03-01T12:00:00.000Z', missing_files: [] });
  expect(manifest.rows).toMatchObject({ events: 1, linked_records: 1, media: 1, users: 5 });
});

test('A backup is a tar archive of the database, the images and their checksums', async () => {
  const { app } = await calendarWithImages();
  const folder = temporaryFolder();
  const { files } = await backUp(app, join(folder, 'calendar.tar.gz'));
  const entries = await unpackTar(gunzipSync(readFileSync(join(folder, 'calendar.tar.gz'))));
  expect(entries.map(({ header }) => header.name)).toEqual([...files.map(({ name }) => name), 'manifest.json']);
  expect(entries.map(({ header }) => header.name)).toContain('calendar.sqlite');
  await backUp(app, join(folder, 'calendar.tar'));
  const plain = await unpackTar(readFileSync(join(folder, 'calendar.tar')));
  expect(plain.map(({ header }) => header.name)).toEqual(entries.map(({ header }) => header.name));
  expect(readdirSync(folder).sort()).toEqual(['calendar.tar', 'calendar.tar.gz']);
});

test('A backup under write load is a consistent snapshot, with every write that was acknowledged before it began', async () => {
  const app = await startTestApp();
  const made: number[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver)
      made.push(
        (await make(app, 'events', { title: `Event ${made.length}`, ...when, venue: { venue: `Hall ${made.length}` } }))
          .id,
      );
  })();
  while (made.length < 20) await new Promise(setImmediate);
  const before = made.length;
  const path = join(temporaryFolder(), 'calendar.tar');
  const manifest = await backUp(app, path);
  isOver = true;
  await writing;
  const to = await openTarget();
  await restoreInto(to, path, temporaryFolder());
  const ids = (await to.reader.selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(before);
  expect(ids).toEqual(made.slice(0, ids.length));
  expect(manifest.rows).toMatchObject({ events: ids.length, linked_records: ids.length, event_links: ids.length });
  // Later events are deleted from the calendar, which must then equal the backup.
  for (const id of made.slice(ids.length)) await eraseWithVenue(app, id);
  const [restored, source] = [await tablesOf(to), await tablesOf(app.store)];
  for (const table of ['events', 'linked_records', 'record_texts', 'event_links', 'record_ids', 'event_counts'])
    expect(restored[table], table).toEqual(source[table]);
});

async function eraseWithVenue(app: TestApp, id: number): Promise<void> {
  const { body } = await app.request<{ venue: { id: number } }>({ as: 'admin', path: `/events/${id}` });
  for (const path of [`/events/${id}`, `/venues/${body.venue.id}`])
    expect((await app.request({ as: 'admin', method: 'DELETE', path: `${path}?force=true` })).status).toBe(200);
}

test('Only its owner can read a backup, and it contains no application password', async () => {
  const { app } = await calendarWithImages();
  const path = join(temporaryFolder(), 'calendar.tar');
  await backUp(app, path);
  expect(statSync(path).mode & 0o077).toBe(0);
  const content = readFileSync(path);
  expect(content.includes('admin')).toBe(true);
  for (const password of Object.values(app.passwords)) expect(content.includes(password)).toBe(false);
});

test('An image that is deleted during a backup is absent from its database and not reported as missing', async () => {
  const { app } = await calendarWithImages();
  const second = (await uploadRaw(await png({ colour: 'red' }), { app, as: 'ann' })).body;
  const storage = storageIn(app.media);
  let reads = 0;
  const path = join(temporaryFolder(), 'calendar.tar');
  const manifest = await backUp(app, path, {
    storage: {
      ...storage,
      async read(key) {
        if (reads++ === 0) {
          const deleted = await app.request({ as: 'admin', method: 'DELETE', path: `/media/${second.id}?force=true` });
          expect(deleted.status).toBe(200);
        }
        return storage.read(key);
      },
    },
  });
  expect(manifest).toMatchObject({ rows: { media: 1 }, missing_files: [] });
  const [to, media] = [await openTarget(), temporaryFolder()];
  await restoreInto(to, path, media);
  expect(filesBelow(media)).toEqual(filesBelow(app.media));
});

test('A missing file of an image is reported, and the rest is backed up', async () => {
  const { app } = await calendarWithImages();
  const [lost = ''] = filesBelow(app.media);
  rmSync(join(app.media, lost));
  const manifest = await backUp(app, join(temporaryFolder(), 'calendar.tar'));
  expect(manifest.missing_files).toEqual([lost.slice(1)]);
});

test('A file of an image that was cut short is omitted from a backup, and reported as damaged by it and by kalends check', async () => {
  const { app } = await calendarWithImages();
  const [short = ''] = filesBelow(app.media);
  const { size } = statSync(join(app.media, short));
  truncateSync(join(app.media, short), 100);
  const wrong = { missing_files: [], damaged_files: [{ key: short.slice(1), size, found: 100 }] };
  const manifest = await backUp(app, join(temporaryFolder(), 'calendar.tar'));
  expect(manifest).toMatchObject(wrong);
  expect(manifest.files.some(({ name }) => name.endsWith(short))).toBe(false);
  expect(await wrongFiles(app.store.reader, storageIn(app.media))).toEqual({ ...wrong, orphaned_files: [] });
});

test('If a bucket breaks off a file, backup and restore fail because of the storage', async () => {
  const { app } = await calendarWithImages();
  const server = await startS3Server('pictures');
  const storage = createS3Storage({ endpoint: server.endpoint, bucket: 'pictures', prefix: '', ...s3Credentials });
  const path = join(temporaryFolder(), 'calendar.tar');
  await backUp(app, path);
  const to = await openTarget();
  await restoreInto(to, path, storage);
  server.breaksOff = true;
  const unavailable = { code: 'service_unavailable', cause: { message: expect.stringContaining('broke off') } };
  await expect(restoreInto(to, path, storage, { force: true })).rejects.toMatchObject(unavailable);
  await expect(backUp(app, `${path}.new`, { storage })).rejects.toMatchObject(unavailable);
  expect(existsSync(`${path}.new`)).toBe(false);
});

test('A damaged or shortened backup is refused before anything is written', async () => {
  const { app } = await calendarWithImages();
  const folder = temporaryFolder();
  const path = join(folder, 'calendar.tar');
  await backUp(app, path);
  const whole = readFileSync(path);
  const to = await openTarget();
  const refused = async (content: Uint8Array) => {
    writeFileSync(path, content);
    const [unpacked, media] = [temporaryFolder(), join(temporaryFolder(), 'media')];
    await expect(verifyBackup(path, unpacked)).rejects.toThrow(/is damaged|not a backup|not part of a backup/);
    expect(existsSync(media)).toBe(false);
  };
  const flipped = (at: number) => whole.with(at, (whole[at] as number) ^ 1);
  const inImage = 512 + 100;
  const inDatabase = whole.indexOf('SQLite format 3') + 5000;
  const inChecksum = whole.indexOf('"sha256": "') + 12;
  for (const at of [inImage, inDatabase, inChecksum, 3]) await refused(flipped(at));
  for (const length of [0, 1, 511, 5000, whole.length >> 1, whole.indexOf('kalends-backup')])
    await refused(whole.subarray(0, length));
  await refused(Buffer.from('no archive at all'));
  expect(await to.reader.selectFrom('users').select('id').execute()).toEqual([]);
});

test('A backup that cannot be written leaves no file, and does not touch the previous one', async () => {
  const { app } = await calendarWithImages();
  const folder = temporaryFolder();
  const path = join(folder, 'calendar.tar');
  writeFileSync(path, 'before');
  const storage = { ...storageIn(app.media), read: () => Promise.reject(new Error('no storage')) };
  await expect(backUp(app, path, { storage })).rejects.toThrow('no storage');
  const stopped = AbortSignal.abort();
  await expect(backUp(app, path, { signal: stopped })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['calendar.tar']);
  expect(readFileSync(path, 'utf8')).toBe('before');
});

test('A running service serves the restored calendar as soon as it notices the change, and reuses no id', async () => {
  const { app, image } = await calendarWithImages();
  const path = join(temporaryFolder(), 'calendar.tar');
  const kept = await make(app, 'events', { title: 'Before', ...when });
  const token = async () => (await app.request<{ next_token: string }>({ path: '/changes' })).body.next_token;
  const old = await token();
  await backUp(app, path);
  const lost = await make(app, 'events', { title: 'After', ...when });
  await app.request({ as: 'admin', method: 'POST', path: `/events/${kept.id}`, json: { title: 'Changed' } });
  await app.request({ as: 'admin', method: 'DELETE', path: `/media/${image.id}?force=true` });
  const titles = async () => {
    const { body } = await app.request<{ events: { title: string }[] }>({ path: '/events?per_page=50' });
    return body.events.map(({ title }) => title).sort();
  };
  expect(await titles()).toEqual(['After', 'Changed', 'With image']);
  const newer = await token();
  await restoreInto(await app.openAgain(), path, app.media, { force: true });
  // PostgreSQL notifies other processes a moment after the write.
  await vi.waitFor(async () => expect(await titles()).toEqual(['Before', 'With image']), { timeout: 10_000 });
  expect((await app.request({ path: `/events/${lost.id}` })).status).toBe(404);
  expect((await make(app, 'events', { title: 'Next', ...when })).id).toBeGreaterThan(lost.id);
  for (const since of [old, newer]) {
    const { body } = await app.request({ path: `/changes?since=${since}` });
    expect(body).toMatchObject({ code: 'changes-token-expired', data: { status: 410 } });
  }
  const fresh = await token();
  await make(app, 'events', { title: 'Told', ...when });
  const { body } = await app.request<{ changes: unknown[] }>({ path: `/changes?since=${fresh}` });
  expect(body.changes).toHaveLength(1);
});

test('Images that only the replaced calendar contained stay for a day, however old they are', async () => {
  const { app } = await calendarWithImages();
  const path = join(temporaryFolder(), 'calendar.tar');
  await backUp(app, path);
  const kept = filesBelow(app.media);
  await uploadRaw(await png({ colour: 'red' }), { app, as: 'ann' });
  const files = filesBelow(app.media);
  for (const file of files) utimesSync(join(app.media, file), 1, 1);
  await restoreInto(await app.openAgain(), path, app.media, { force: true, now: app.clock.now() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const options = { store: app.store, storage: storageIn(app.media), logger: log, now: app.clock.now };
  app.clock.advance(86_399);
  const collection = startFileCollection(options);
  onTestFinished(() => collection.stop());
  vi.advanceTimersByTime(60_000);
  await setTimeout(300);
  expect(filesBelow(app.media)).toEqual(files);
  app.clock.advance(1);
  vi.advanceTimersByTime(86_400_000);
  await vi.waitFor(() => expect(filesBelow(app.media)).toEqual(kept), { timeout: 10_000 });
});
