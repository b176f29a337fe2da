import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '../support/media/images.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { bucketSettings, startS3Server } from '../support/servers/s3-server.ts';

test('kalends media collect deletes files that belong to no image', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'author'], { folder });
  const path = join(folder, 'data/media/2027/03/abc/poster.jpg');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'left behind');
  utimesSync(path, 1, 1);
  const rehearsed = await runInProcess(['media', 'collect', '--dry-run', '--json'], { folder });
  expect(JSON.parse(rehearsed.out)).toEqual({
    dry_run: true,
    images: [],
    files: [{ key: '2027/03/abc/poster.jpg', size: 11 }],
  });
  const done = await runInProcess(['media', 'collect', '--unused', '30'], { folder });
  expect(done).toMatchObject({ code: 0, out: 'file  2027/03/abc/poster.jpg\n' });
  expect(done.err).toBe('Deleted 0 unused images and 1 orphaned file.\n');
  expect((await runInProcess(['media', 'collect'], { folder })).out).toBe('');
});

test('A command says that images cannot be read, rather than that the file which it writes cannot be written', async () => {
  const picture = await png();
  const at = await listenLocally(createServer((_, reply) => void reply.end(picture)));
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.csv'), `title,start_date,image\nFair,2027-01-01,${at}/a.png\n`);
  await runInProcess(['import', '--fetch-allow', new URL(at).host, 'town.csv'], { folder });
  const media = join(folder, 'data/media');
  const [year] = readdirSync(media) as [string];
  rmSync(join(media, year), { recursive: true });
  symlinkSync(year, join(media, year));
  for (const args of [
    ['export', '--output', 'town.ndjson', '--media', 'pictures'],
    ['backup', 'town.tar'],
  ])
    expect(await runInProcess(args, { folder })).toMatchObject({
      code: 1,
      err: 'kalends: The image storage failed: the folder of images cannot be read (ELOOP).\n',
    });
});

test('A command waits while the bucket is busy, and says so', async () => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'author'], { folder });
  const server = await startS3Server('pictures');
  const environment = bucketSettings(server.endpoint);
  Object.assign(server, { failWith: 503, failuresLeft: 5, retryAfter: '0' });
  const done = await runInProcess(['media', 'collect'], { folder, environment });
  const waiting = 'The object storage answered 503; retrying in 0 s.\n';
  expect(done).toMatchObject({ code: 0, err: `${waiting.repeat(5)}Deleted 0 unused images and 0 orphaned files.\n` });
});

test.each<[name: string, args: string[], environment: Record<string, string>, code: number, text: RegExp]>([
  ['a wrong number of days', ['--unused', 'many'], {}, 2, /--unused must be a number of days, not "many"/],
  ['no calendar', ['--data', 'none'], {}, 1, /There is no calendar in/],
  [
    'half a configuration of the bucket',
    [],
    { KALENDS_S3_BUCKET: 'pictures' },
    2,
    /only if these are set too: KALENDS_S3_ENDPOINT, KALENDS_S3_ACCESS_KEY_ID, KALENDS_S3_SECRET_ACCESS_KEY/,
  ],
  [
    'an object storage that cannot be reached',
    [],
    {
      KALENDS_S3_ENDPOINT: 'http://127.0.0.1:1',
      KALENDS_S3_BUCKET: 'pictures',
      KALENDS_S3_ACCESS_KEY_ID: 'a',
      KALENDS_S3_SECRET_ACCESS_KEY: 'b',
    },
    1,
    /The image storage failed: the object storage cannot be reached: its port belongs to another protocol/,
  ],
])('kalends media collect reports %s in one sentence', async (_, args, environment, code, text) => {
  const folder = temporaryFolder();
  await runInProcess(['user', 'add', 'ann', '--role', 'author'], { folder });
  const result = await runInProcess(['media', 'collect', ...args], { folder, environment });
  expect(result.code).toBe(code);
  expect(result.err).toMatch(text);
  expect(result.err).not.toContain('unexpected');
});
