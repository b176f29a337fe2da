// What commands say and leave if the connection to the database is lost.
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { png } from '../support/media/images.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';
import { onDatabase } from '../support/servers/databases.ts';
import { siteEvent, startFakeWordPress } from '../support/servers/fake-wordpress.ts';
import { startImageHost } from '../support/servers/image-host.ts';
import { startTcpProxy } from '../support/servers/tcp-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

/** The connection breaks at the first packet with `last` after one with `first`. */
const breakingAt = (url: string, first: string, last: string) => {
  let hasBegun = false;
  let isBroken = false;
  return startTcpProxy(url, (end) => ({
    fromClient(bytes) {
      hasBegun ||= bytes.includes(first);
      if (!hasBegun || isBroken || !bytes.includes(last)) return;
      isBroken = true;
      end();
    },
    forwardsReply: () => true,
  }));
};

async function folderWithBackup() {
  const folder = temporaryFolder();
  const inFolder = { folder, environment: { DATABASE_URL: '' } };
  await runInProcess(['user', 'add', 'admin', '--role', 'administrator'], inFolder);
  await runInProcess(['backup', 'calendar.tar'], inFolder);
  return folder;
}

const insert = 'insert into "users"';
const repeat = 'Run the same command again when the database is available.';
const lost = 'kalends: The connection to the database is lost.';

test.each([
  [insert, `Nothing was copied. ${repeat}`, `The calendar is as it was. ${repeat}`],
  ['; commit', ...Array(2).fill('It is unknown whether this was completed: run the same command again, with --force.')],
])('A copy and a restore whose connection breaks at %s say what they have left', async (at, copied, restored) => {
  const folder = await folderWithBackup();
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const copy = ['copy', '--from', 'sqlite:data', '--to', 'env:THERE'];
  const onCopy = { folder, environment: { DATABASE_URL: '', THERE: await breakingAt(first, insert, at) } };
  expect(await runInProcess(copy, onCopy)).toMatchObject({ code: 1, err: `${lost} ${copied}\n` });
  expect(await runInProcess([...copy, '--force'], onCopy)).toMatchObject({ code: 0 });

  const restore = ['restore', join(folder, 'calendar.tar')];
  const onRestore = { folder: temporaryFolder(), environment: { DATABASE_URL: await breakingAt(second, insert, at) } };
  expect(await runInProcess(restore, onRestore)).toMatchObject({ code: 1, err: `${lost} ${restored}\n` });
  expect(await runInProcess([...restore, '--force'], onRestore)).toMatchObject({ code: 0 });
});

test('An import whose connection breaks before it begins says that nothing was imported', async () => {
  const site = await startFakeWordPress();
  const inFolder = { folder: temporaryFolder(), environment: { DATABASE_URL: await createEmptyDatabase() } };
  await runInProcess(['migrate'], inFolder);
  const opening = 'copy_started';
  const environment = { DATABASE_URL: await breakingAt(inFolder.environment.DATABASE_URL, opening, opening) };
  expect(await runInProcess(['import', site.apiUrl], { ...inFolder, environment })).toMatchObject({
    code: 1,
    err: `${lost} Nothing was imported. ${repeat}\n`,
  });
});

/** The connection breaks when the first commit after a packet with `first` has been executed, before its answer. */
const losingCommit = (url: string, first: string) => {
  let state: 'waiting' | 'begun' | 'committing' | 'lost' = 'waiting';
  return startTcpProxy(url, (end) => ({
    fromClient(bytes) {
      if (state === 'waiting' && bytes.includes(first)) state = 'begun';
      if (state === 'begun' && bytes.includes('; commit')) state = 'committing';
    },
    forwardsReply() {
      if (state !== 'committing') return true;
      state = 'lost';
      end();
      return false;
    },
  }));
};

const sound = { code: 0, out: 'No problems found.\n' };
const insertImage = 'insert into "media"';

async function siteWithImages() {
  const site = await startFakeWordPress();
  for (const id of [1, 2, 3]) {
    site.files[`/${id}.png`] = await png({ width: 40 + id });
    const image = { id: 100 + id, url: `${site.origin}/${id}.png` };
    site.records.events.push(siteEvent(site, id, { image }));
  }
  return site;
}

test('An export whose import loses the answer to its commit has its images', async () => {
  const site = await siteWithImages();
  const from = { folder: temporaryFolder(), environment: { KALENDS_TIMEZONE: 'Europe/Paris' } };
  await runInProcess(['import', site.apiUrl], from);
  await runInProcess(['export', '--output', 'calendar.ndjson', '--media', 'images'], from);

  const to = { folder: temporaryFolder(), environment: { DATABASE_URL: await createEmptyDatabase() } };
  await runInProcess(['migrate'], to);
  const lossy = { DATABASE_URL: await losingCommit(to.environment.DATABASE_URL, insertImage) };
  const restore = ['import', join(from.folder, 'calendar.ndjson'), '--media', join(from.folder, 'images')];
  expect(await runInProcess(restore, { ...to, environment: lossy })).toMatchObject({
    code: 1,
    err: `${lost} It is unknown whether everything was imported or nothing. ${repeat}\n`,
  });
  expect(await runInProcess(['check'], to)).toMatchObject(sound);
});

test('An image of a site whose commit is not answered keeps its files for the next run', async () => {
  const site = await siteWithImages();
  const environment = { DATABASE_URL: await createEmptyDatabase(), KALENDS_TIMEZONE: 'Europe/Paris' };
  const inFolder = { folder: temporaryFolder(), environment };
  const lossy = { ...environment, DATABASE_URL: await losingCommit(environment.DATABASE_URL, insertImage) };
  const command = ['import', site.apiUrl];
  expect(await runInProcess(command, { ...inFolder, environment: lossy })).toMatchObject({ code: 1 });
  expect(await runInProcess(command, inFolder)).toMatchObject({ code: 0 });
  // The first run may have stored files of images that it did not come to save.
  const out = expect.stringMatching(/^No problems found\.\n(?:\d+ files belong to no image, .+\n)?$/);
  expect(await runInProcess(['check'], inFolder)).toMatchObject({ ...sound, out });
});

/** The server goes on committing for a second after the client has lost its connection. */
const slowCommit = `create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return null; end $$;
  create constraint trigger slow after insert on media deferrable initially deferred for each row execute function wait()`;

test('An image that a request refers to by URL keeps its files while the server may still commit it', async () => {
  const host = await startImageHost({ '/a.png': await png() });
  const folder = temporaryFolder();
  const environment = { DATABASE_URL: await createEmptyDatabase() };
  const { out } = await runInProcess(['user', 'add', 'admin', '--role', 'administrator'], { folder, environment });
  await onDatabase(environment.DATABASE_URL, slowCommit);
  let isBegun = false;
  const url = await startTcpProxy(environment.DATABASE_URL, (end) => ({
    fromClient(bytes) {
      isBegun ||= bytes.includes(insertImage);
      if (isBegun && bytes.includes('; commit')) setTimeout(end, 100);
    },
    forwardsReply: () => true,
  }));
  const service = await startService(['--fetch-allow', host.host], { folder, environment: { DATABASE_URL: url } });
  const api = `${service.origin}/calendar/events/v1`;
  const authorization = `Basic ${btoa(out.trim())}`;
  const json = {
    title: 'A',
    start_date: '2030-01-01 10:00',
    end_date: '2030-01-01 12:00',
    image: `${host.origin}/a.png`,
  };
  const headers = { authorization, 'content-type': 'application/json' };
  expect((await fetch(`${api}/events`, { method: 'POST', headers, body: JSON.stringify(json) })).status).toBe(503);
  const images = async () =>
    ((await fetch(`${api}/media`, { headers: { authorization } }).then((reply) => reply.json())) as { total?: number })
      .total;
  await vi.waitUntil(async () => (await images()) === 1, { timeout: 10_000 });
  await service.stop();
  expect(await runInProcess(['check'], { folder, environment })).toMatchObject(sound);
});
