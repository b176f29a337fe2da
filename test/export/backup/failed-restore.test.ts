// A restore that fails leaves no images that neither calendar has.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noProgress } from '../../../src/core/progress.ts';
import { backupCalendar } from '../../../src/export/backup/backup.ts';
import { type RestoreTask, restoreCalendar, verifyBackup } from '../../../src/export/backup/restore.ts';
import { createLocalStorage } from '../../../src/media/storage/local-storage.ts';
import { type MediaStorage, storageUnavailable } from '../../../src/media/storage/storage.ts';
import { openSqlite } from '../../../src/store/sqlite/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { StoreUnavailable } from '../../../src/store/unavailable.ts';
import { filesBelow } from '../../support/calendars/stored-files.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { temporaryFolder } from '../../support/run-cli.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const { signal } = new AbortController();
const storageIn = (folder: string): MediaStorage => createLocalStorage(folder, () => randomUUID());

let app: TestApp;
let files: string[];
let media: string;
let task: Omit<RestoreTask, 'storage'>;

beforeEach(async () => {
  app = await startTestApp();
  await uploadRaw(await png({ width: 500, height: 400 }), { app, as: 'ann' });
  files = filesBelow(app.media);
  const path = join(temporaryFolder(), 'calendar.tar');
  const backup = {
    store: app.store,
    storage: storageIn(app.media),
    path,
    version: '1.2.3',
    progress: noProgress,
    signal,
  };
  await backupCalendar({ ...backup, now: app.clock.now });
  const folder = temporaryFolder();
  await verifyBackup(path, folder);
  const from = openSqlite({ path: join(folder, 'calendar.sqlite'), synchronous: 'off' });
  onTestFinished(() => from.close());
  media = temporaryFolder();
  // Into the calendar itself: it is not empty.
  task = { path, from, to: app.store, force: false, keepWebhooks: false, now: 0, progress: noProgress, signal };
});

/** Stores an image at its place before the restore. */
function keep(file: string): void {
  mkdirSync(dirname(join(media, file)), { recursive: true });
  writeFileSync(join(media, file), readFileSync(join(app.media, file)));
}

test('If the disk fills up while images are restored, those restored before are removed', async () => {
  const [first = ''] = files;
  keep(first);
  const storage = storageIn(media);
  let added = 0;
  const full = storageUnavailable(new Error('ENOSPC'));
  const put: MediaStorage['put'] = (...file) => (added++ > 0 ? Promise.reject(full) : storage.put(...file));
  await expect(restoreCalendar({ ...task, storage: { ...storage, put } })).rejects.toBe(full);
  expect(added).toBe(2);
  expect(filesBelow(media)).toEqual([first]);
});

test('If the calendar cannot be replaced, the images of the backup are removed', async () => {
  await expect(restoreCalendar({ ...task, storage: storageIn(media) })).rejects.toThrow('is not empty');
  expect(filesBelow(media)).toEqual([]);
});

test('If the calendar may have been replaced, the images of the backup stay', async () => {
  const unknown = new StoreUnavailable('No answer.', { retryAfterSeconds: 1, isOutcomeUnknown: true });
  const to = Object.assign(Object.create(app.store) as Store, { write: () => Promise.reject(unknown) });
  await expect(restoreCalendar({ ...task, to, storage: storageIn(media) })).rejects.toBe(unknown);
  expect(filesBelow(media)).toEqual(files);
});
