// The files of images: headers, conditions, ranges.
import { rmSync, truncateSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import { storageUnavailable } from '../../src/media/storage/storage.ts';
import { jpeg, png } from '../support/media/images.ts';
import { download, uploadRaw } from '../support/media/uploads.ts';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();
const { body: medium } = await uploadRaw(await jpeg({ width: 400, height: 200 }), { app });
const { bytes: whole, headers: asServed } = await download(app, medium.url);
const size = whole.length;

test('The original and every rendition are served as they are described', async () => {
  expect(Object.keys(medium.sizes ?? {})).toEqual(['medium', 'thumbnail']);
  for (const file of [medium, ...Object.values(medium.sizes ?? {})]) {
    const { status, headers, bytes } = await download(app, file.url);
    expect(status).toBe(200);
    expect(bytes).toHaveLength(file.filesize);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.filesize),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${file.url.split('/').at(-1)}"`,
      'last-modified': 'Mon, 01 Mar 2027 12:00:00 GMT',
      'access-control-allow-origin': '*',
    });
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
  }
});

test('HEAD returns the headers of GET', async () => {
  const { status, headers, bytes } = await download(app, medium.url, {}, 'HEAD');
  expect([status, bytes.length]).toEqual([200, 0]);
  expect({ ...headers, date: '' }).toEqual({ ...asServed, date: '' });
});

describe('The crop for link previews', () => {
  const cropOf = ({ url }: { url: string }) => url.replace(/[^/]+$/, 'social_1200x630.jpg');

  test('Link previews have 1200 by 630 pixels for images of every type', async () => {
    for (const file of [await jpeg({ width: 1300, height: 2000 }), await png({ width: 2400, height: 700 })]) {
      const { body } = await uploadRaw(file, { app });
      const { status, headers, bytes } = await download(app, cropOf(body));
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect((await download(app, cropOf(body), { range: 'bytes=0-9' })).bytes).toEqual(bytes.subarray(0, 10));
      expect((await download(app, cropOf(body), { 'if-none-match': headers.etag as string })).status).toBe(304);
    }
  });

  test('Small images have no link preview', async () => {
    expect((await download(app, cropOf(medium))).status).toBe(404);
  });
});

describe('conditions', () => {
  const etag = asServed.etag as string;
  test.each<[headers: Record<string, string>, status: number]>([
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `W/${etag}` }, 304],
    [{ 'if-none-match': `"other", ${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-modified-since': 'Mon, 01 Mar 2027 12:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Mon, 01 Mar 2027 11:59:59 GMT' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': 'Mon, 01 Mar 2027 12:00:00 GMT' }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-9' }, 304],
  ])('A request with %j gets %d', async (headers, status) => {
    const reply = await download(app, medium.url, headers);
    expect([reply.status, reply.bytes.length]).toEqual([status, status === 304 ? 0 : size]);
    expect(reply.headers.etag).toBe(etag);
  });

  test('Every file has its own entity tag', async () => {
    const other = await download(app, medium.sizes?.['medium']?.url as string);
    expect(other.headers.etag).not.toBe(etag);
  });
});

describe('ranges', () => {
  test.each<[range: string, first: number, last: number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=10-', 10, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=10-${size * 2}`, 10, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    ['Bytes = 3 - 4', 3, 4],
  ])('The range %s is answered with these bytes', async (range, first, last) => {
    const { status, headers, bytes } = await download(app, medium.url, { range });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${first}-${last}/${size}`);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(bytes).toEqual(whole.subarray(first, last + 1));
  });

  test.each(['bytes=0-9', `bytes=${size}-`])('HEAD ignores the range %s, which is for GET only', async (range) => {
    const { status, headers } = await download(app, medium.url, { range }, 'HEAD');
    expect(status).toBe(200);
    expect({ ...headers, date: '' }).toEqual({ ...asServed, date: '' });
  });

  test.each([`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0'])(
    'The range "%s" cannot be satisfied',
    async (range) => {
      const { status, headers, bytes } = await download(app, medium.url, { range });
      expect([status, headers['content-range'], bytes.length]).toEqual([416, `bytes */${size}`, 0]);
    },
  );

  test.each(['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=1'])(
    'The range "%s" is ignored',
    async (range) => {
      const { status, bytes } = await download(app, medium.url, { range });
      expect([status, bytes.length]).toEqual([200, size]);
    },
  );

  test.each<[condition: string, status: number]>([
    [asServed.etag as string, 206],
    ['"other"', 200],
    [`W/${asServed.etag}`, 200],
    ['Mon, 01 Mar 2027 12:00:00 GMT', 206],
    ['Mon, 01 Mar 2027 11:00:00 GMT', 200],
  ])('A range is sent only if the file is unchanged: If-Range %s gets %d', async (condition, status) => {
    const reply = await download(app, medium.url, { range: 'bytes=0-9', 'if-range': condition });
    expect(reply.status).toBe(status);
  });
});

describe('missing files', () => {
  const folder = medium.url.replace(/[^/]+$/, '');
  test.each([
    'http://calendar.example/media/',
    'http://calendar.example/media/2027/03/0123456789abcdef/a.jpg',
    `${folder}other.jpg`,
    `${folder}../../../calendar.sqlite`,
    `${folder}..%2f..%2f..%2fcalendar.sqlite`,
    `${folder}%2e%2e/%2e%2e/%2e%2e/calendar.sqlite`,
    `${medium.url}/`,
    `${medium.url}.tmp`,
    folder,
  ])('Nothing is served at %s', async (url) => {
    const { status, headers, bytes } = await download(app, url);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
  });

  test('A file that is missing from the storage is a 404', async () => {
    const { body: lost } = await uploadRaw(await jpeg({ colour: '#010203' }), { app });
    rmSync(`${app.media}${new URL(lost.url).pathname.slice('/media'.length)}`);
    expect((await download(app, lost.url)).status).toBe(404);
  });

  test('A storage that fails is a 503 whose reason is logged once', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const read = () => Promise.reject(storageUnavailable(new Error('the bucket is away')));
    const storage = { ...createLocalStorage(app.media, () => 'x'), read };
    const broken = await startTestApp({ storage, log });
    const { body: image } = await uploadRaw(await jpeg(), { app: broken });
    for (const _ of [1, 2]) {
      const { status, headers } = await download(broken, image.url);
      expect([status, headers['retry-after']]).toEqual([503, '30']);
    }
    expect(lines.filter(({ level }) => level >= 50)).toMatchObject([{ msg: 'the bucket is away' }]);
  });

  test('The connection ends with a file that was cut short, so that no client waits for the rest', async () => {
    const { body: short } = await uploadRaw(await jpeg({ colour: '#010204' }), { app });
    const { pathname } = new URL(short.url);
    truncateSync(`${app.media}${pathname.slice('/media'.length)}`, 100);
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const signal = AbortSignal.timeout(3000);
    for (const headers of [{}, { range: 'bytes=50-199' }]) {
      const reply = await fetch(origin + pathname, { headers, signal });
      await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    }
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)('The method %s is refused for files', async (method) => {
    const reply = await app.app.inject({ method, url: medium.url });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'rest_no_route']);
  });
});

test('Image URLs begin with the public URL of the site, if it is set', async () => {
  const site = await startTestApp({ settings: { siteUrl: 'https://events.example.org', language: 'fr' } });
  const { body } = await uploadRaw(await jpeg(), { app: site, query: 'i18n_language=de' });
  expect(body.url).toMatch(/^https:\/\/events\.example\.org\/media\/2027\//);
});
