// Both storages behave the same. A real S3 service is tested as well if TEST_S3_ENDPOINT, TEST_S3_BUCKET,
// TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY (and optionally TEST_S3_REGION) are set.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../../src/core/api-error.ts';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import { forVisitors } from '../../src/media/storage/s3-requests.ts';
import { createS3Storage } from '../../src/media/storage/s3-storage.ts';
import type { MediaStorage, StoredFile } from '../../src/media/storage/storage.ts';
import { s3Credentials, startS3Server } from '../support/servers/s3-server.ts';

function localStorage(): MediaStorage & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, ...createLocalStorage(folder, randomUUID) };
}

async function s3Storage(): Promise<MediaStorage> {
  const { endpoint } = await startS3Server('pictures');
  return createS3Storage({ endpoint, bucket: 'pictures', prefix: 'calendar/', ...s3Credentials });
}

const { TEST_S3_ENDPOINT: endpoint = '', TEST_S3_BUCKET: bucket = '' } = process.env;
const realS3 = (): MediaStorage =>
  createS3Storage({
    endpoint,
    bucket,
    region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
    accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
    prefix: `test-${randomUUID()}/`,
  });

const storages: [name: string, open: () => MediaStorage | Promise<MediaStorage>][] = [
  ['a folder', localStorage],
  ['S3, in this process', s3Storage],
  ...(endpoint === '' ? [] : [[`S3 at ${endpoint}`, realS3] as [string, typeof realS3]]),
];

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256));
const key = '2027/03/0123456789abcdef/poster-300x200.jpg';

async function listed(storage: MediaStorage): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of storage.list()) files.push(file);
  return files.sort((a, b) => (a.key < b.key ? -1 : 1));
}

describe.each(storages)('Storage: %s', (_, open) => {
  test('A storage returns stored files, whole and in parts', async () => {
    const storage = await open();
    await storage.put(key, bytes, 'image/jpeg');
    const read = async (range?: { start: number; end: number }) => {
      const stream = await storage.read(key, range);
      return stream && buffer(stream);
    };
    expect(await read()).toEqual(bytes);
    expect(await read({ start: 0, end: 0 })).toEqual(bytes.subarray(0, 1));
    expect(await read({ start: 100, end: 299 })).toEqual(bytes.subarray(100, 300));
    expect(await read({ start: 999, end: 999 })).toEqual(bytes.subarray(999));
    await storage.remove(key);
  });

  test('A missing file reads as undefined, and removing it succeeds', async () => {
    const storage = await open();
    expect(await storage.read(key)).toBeUndefined();
    expect(await storage.read(key, { start: 0, end: 1 })).toBeUndefined();
    await storage.remove(key);
    await storage.put(key, bytes, 'image/jpeg');
    await storage.remove(key);
    expect(await storage.read(key)).toBeUndefined();
    expect(await listed(storage)).toEqual([]);
  });

  test('Lists every file, with size and time, however many there are', async () => {
    const storage = await open();
    const keys = Array.from({ length: 10 }, (_, n) => `2027/03/image${n}/file-${n}.png`);
    for (const [n, name] of keys.entries()) await storage.put(name, bytes.subarray(0, n + 1), 'image/png');
    const files = await listed(storage);
    expect(files.map((file) => file.key)).toEqual(keys);
    expect(files.map((file) => file.size)).toEqual(keys.map((_, n) => n + 1));
    expect(files.every((file) => Number.isInteger(file.modifiedAt) && file.modifiedAt > 1_600_000_000)).toBe(true);
    for (const name of keys) await storage.remove(name);
  });

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    'a/./b',
    'a/.hidden',
    'a\\b',
    'a\0b',
    'a b',
    'x'.repeat(501),
  ])('no key: %j', async (wrong) => {
    const storage = await open();
    for (const use of [
      () => storage.put(wrong, bytes, 'x/y'),
      () => storage.read(wrong),
      () => storage.remove(wrong),
    ]) {
      await expect(async () => use()).rejects.toThrow('is not the key of a stored file');
    }
  });
});

describe('a folder', () => {
  test('The folder of images is created on demand, private to its owner, and without leftovers', async () => {
    const { folder, ...storage } = localStorage();
    await storage.put(key, bytes, 'image/jpeg');
    expect(readdirSync(join(folder, '2027/03/0123456789abcdef'))).toEqual(['poster-300x200.jpg']);
    expect(statSync(join(folder, key)).mode & 0o077).toBe(0);
    await storage.remove(key);
    expect(readdirSync(join(folder, '2027/03'))).toEqual([]);
  });

  test('A write that fails leaves nothing', async () => {
    const { folder, ...storage } = localStorage();
    await storage.put('2027/03/a/b', bytes, 'image/png');
    await expect(storage.put('2027/03/a', bytes, 'image/png')).rejects.toThrow();
    await expect(storage.put('2027/03/a/b/c', bytes, 'image/png')).rejects.toThrow();
    expect((await listed(storage)).map((file) => file.key)).toEqual(['2027/03/a/b']);
    expect(folder).not.toBe('');
  });

  test('Files that an interrupted write left are listed, so that they can be collected', async () => {
    const { folder, ...storage } = localStorage();
    await storage.put('2027/03/a/b.png', bytes, 'image/png');
    writeFileSync(join(folder, '2027/03/a/b.png.1234.tmp'), 'half');
    expect((await listed(storage)).map((file) => file.key)).toEqual(['2027/03/a/b.png', '2027/03/a/b.png.1234.tmp']);
  });
});

describe('S3', () => {
  const settings = { bucket: 'pictures', prefix: 'calendar/', ...s3Credentials };

  test('Objects have their media type and are below the prefix; others are not touched', async () => {
    const server = await startS3Server('pictures');
    const storage = createS3Storage({ endpoint: `${server.endpoint}/`, ...settings });
    server.objects.set('other/file', { bytes, type: undefined });
    await storage.put(key, bytes, 'image/jpeg');
    expect([...server.objects]).toEqual([
      ['other/file', { bytes, type: undefined }],
      [`calendar/${key}`, { bytes, type: 'image/jpeg' }],
    ]);
    expect((await listed(storage)).map((file) => file.key)).toEqual([key]);
  });

  test('An object storage that ignores ranges does not lead to wrong bytes', async () => {
    const server = await startS3Server('pictures');
    server.ignoresRanges = true;
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings });
    await storage.put(key, bytes, 'image/jpeg');
    for (const [start, end] of [
      [0, 0],
      [10, 19],
      [990, 999],
    ] as const) {
      const stream = await storage.read(key, { start, end });
      expect(stream && (await buffer(stream))).toEqual(bytes.subarray(start, end + 1));
    }
  });

  test('Reading a file slowly is not a timeout of the object storage', async () => {
    const { endpoint: at } = await startS3Server('pictures');
    const large = Buffer.alloc(20_000_000, 'x');
    await createS3Storage({ endpoint: at, ...settings }).put(key, large, 'image/jpeg');
    const stream = await createS3Storage({ endpoint: at, ...settings }, { ...forVisitors, timeoutMs: 300 }).read(key);
    await setTimeout(600);
    expect(stream && (await buffer(stream)).length).toBe(large.length);
  });

  test('An object storage that does not answer is a timeout', async () => {
    const server = await startS3Server('pictures');
    server.isSilent = true;
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings }, { ...forVisitors, timeoutMs: 50 });
    for (const use of [() => storage.put(key, bytes, 'x/y'), () => storage.read(key), () => listed(storage)])
      await expect(use()).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'OTHER' }, 'InvalidAccessKeyId'],
    ['another bucket', { bucket: 'none' }, 'NoSuchBucket'],
  ])('%s is logged, and the caller gets 503', async (_, wrong, reason) => {
    const { endpoint: at } = await startS3Server('pictures');
    const storage = createS3Storage({ endpoint: at, ...settings, ...wrong });
    const uses = [
      () => storage.put(key, bytes, 'image/jpeg'),
      () => storage.read(key),
      () => storage.remove(key),
      () => listed(storage),
    ];
    for (const use of uses) {
      const error: unknown = await use().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).code).toBe('service_unavailable');
      expect(String((error as ApiError).cause)).toContain(reason);
    }
  });

  const retrying = { timeoutMs: 1000, attempts: 4, firstWaitMs: 1, maxWaitMs: 2000 };

  test('A bucket that is busy for a moment is asked again, and its Retry-After is honored', async () => {
    const server = await startS3Server('pictures');
    const lines: string[] = [];
    const patience = { log: (line: string) => void lines.push(line) };
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings }, { ...retrying, patience });
    Object.assign(server, { failWith: 503, failuresLeft: 3 });
    await storage.put(key, bytes, 'image/jpeg');
    Object.assign(server, { failWith: 429, failuresLeft: 1, retryAfter: '1' });
    const startMs = performance.now();
    const stream = await storage.read(key);
    expect(performance.now() - startMs).toBeGreaterThan(950);
    expect(stream && (await buffer(stream))).toEqual(bytes);
    expect(lines).toEqual([
      ...[1, 1, 1].map((seconds) => `The object storage answered 503; retrying in ${seconds} s.`),
      'The object storage answered 429; retrying in 1 s.',
    ]);
  });

  test('A bucket that asks to wait for longer than the limit is reported at once, as is one when a command was stopped', async () => {
    const server = await startS3Server('pictures');
    Object.assign(server, { failWith: 503, failuresLeft: 1, retryAfter: '3' });
    await expect(createS3Storage({ endpoint: server.endpoint, ...settings }, retrying).read(key)).rejects.toMatchObject(
      {
        code: 'service_unavailable',
      },
    );
    const stopped = { log: () => undefined, signal: AbortSignal.abort() };
    Object.assign(server, { failuresLeft: 1, retryAfter: undefined });
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings }, { ...retrying, patience: stopped });
    await expect(storage.remove(key)).rejects.toMatchObject({ code: 'service_unavailable' });
    await storage.remove(key);
  });

  test('A command waits for a bucket that it lost, but not for one that it never reached', async () => {
    const server = await startS3Server('pictures');
    const lines: string[] = [];
    const patience = { log: (line: string) => void lines.push(line) };
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings }, { ...retrying, patience });
    Object.assign(server, { failWith: 'reset', failuresLeft: 2 });
    await expect(storage.put(key, bytes, 'image/jpeg')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(lines).toEqual([]);
    server.failuresLeft = 0;
    await storage.put(key, bytes, 'image/jpeg');
    server.failuresLeft = 2;
    await storage.remove(key);
    expect(lines.length).toBe(2);
    expect(lines[0]).toMatch(/^The object storage cannot be reached: .+; retrying in 1 s\.$/);
  });

  test('An object storage that fails or is unreachable is reported as unavailable', async () => {
    const server = await startS3Server('pictures');
    const storage = createS3Storage({ endpoint: server.endpoint, ...settings });
    server.failWith = 500;
    const gone = createS3Storage({ endpoint: 'http://127.0.0.1:1', ...settings });
    for (const broken of [storage, gone]) {
      for (const use of [
        () => broken.put(key, bytes, 'x/y'),
        () => broken.read(key),
        () => broken.remove(key),
        () => listed(broken),
      ]) {
        await expect(use()).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
      }
    }
  });
});

test('An unwritable folder of images is logged, and the caller gets 503', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'media'), '');
  const storage = createLocalStorage(join(folder, 'media'), randomUUID);
  const error = await storage.put(key, bytes, 'image/jpeg').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'service_unavailable', status: 503 });
  expect(String((error as ApiError).cause)).toContain('(ENOTDIR)');
  expect(await storage.read(key)).toBeUndefined();
});
