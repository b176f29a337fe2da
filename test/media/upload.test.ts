// POST /media: accepted files, and permissions.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createLocalStorage } from '../../src/media/storage/local-storage.ts';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { avif, gif, hugePng, jpeg, png, rotatedPhoto, svg, webp } from '../support/media/images.ts';
import { download, type FormPart, uploadForm, uploadRaw } from '../support/media/uploads.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const app = await startTestApp();

describe('uploads as a form', () => {
  test('An upload can have a title and a description', async () => {
    const reply = await uploadForm(
      [
        { name: 'title', value: 'The <b>stage</b>' },
        { name: 'file', value: await png(), filename: 'Stage 1.png' },
        { name: 'alt_text', value: 'An empty stage' },
      ],
      { app },
    );
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: reply.body.id,
      author: 3,
      date: '2027-03-01 07:00:00',
      date_utc: '2027-03-01 12:00:00',
      modified: '2027-03-01 07:00:00',
      modified_utc: '2027-03-01 12:00:00',
      title: 'The stage',
      alt_text: 'An empty stage',
      url: expect.stringMatching(/^http:\/\/calendar\.example\/media\/2027\/03\/[0-9a-f]{32}\/stage-1\.png$/),
      extension: 'png',
      mime_type: 'image/png',
      width: 40,
      height: 30,
      filesize: (await png()).length,
      language: 'en',
      translations: ['en'],
      global_id: `calendar.example?id=${reply.body.id}`,
    });
    expect(reply.headers['location']).toBe(`http://calendar.example/wp-json/calendar/events/v1/media/${reply.body.id}`);
    expect(reply.headers['content-language']).toBe('en');
  });

  test('Without a title, an upload is titled by its file name', async () => {
    const file = await png();
    const titleOf = async (filename: string) =>
      (await uploadForm([{ name: 'file', value: file, filename }], { app })).body.title;
    expect(await titleOf('Summer_2027.final.png')).toBe('Summer 2027.final');
    expect(await titleOf('日本の祭り.png')).toBe('日本の祭り');
    expect(await titleOf('<script>.png')).toBe('');
    expect(await titleOf(`${'🎉'.repeat(2001)}.png`)).toBe('🎉'.repeat(2000));
  });

  test.each<[name: string, parts: FormPart[]]>([
    ['nothing', []],
    ['texts alone', [{ name: 'title', value: 'x' }]],
    ['a file under another name', [{ name: 'picture', value: 'x', filename: 'a.png' }]],
    ['text instead of the file', [{ name: 'file', value: 'x' }]],
  ])('An upload with %s lacks its file', async (_, parts) => {
    const reply = await uploadForm(parts, { app });
    expect([reply.status, reply.body['code']]).toEqual([400, 'rest_missing_callback_param']);
    expect(reply.body['data']).toMatchObject({ params: ['file'] });
  });

  test('A form that is cut off is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await uploadRaw(Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n'), {
      app,
      headers,
    });
    expect(reply.status).toBe(400);
  });

  test('An upload with a title that is too long is refused', async () => {
    const parts = [
      { name: 'title', value: 'x'.repeat(2001) },
      { name: 'file', value: await png(), filename: 'a.png' },
    ];
    const reply = await uploadForm(parts, { app });
    expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
    expect(reply.body['data']).toMatchObject({ params: { title: expect.any(String) } });
  });
});

describe('uploads as the body', () => {
  test.each([
    ['attachment; filename="Über uns.png"', 'Über uns'],
    ['attachment; filename*=UTF-8\'\'%C3%9Cber%20uns.png; filename="x.png"', 'Über uns'],
    ['attachment; filename=plain.png', 'plain'],
    ['attachment; filename="a \\"b\\".png"', 'a "b"'],
    ['attachment; filename="../../etc/passwd.png"', 'passwd'],
    ['attachment', ''],
  ])('The title is made from the header Content-Disposition: %s', async (disposition, title) => {
    const headers = { 'content-type': 'image/png', 'content-disposition': Buffer.from(disposition).toString('latin1') };
    const reply = await uploadRaw(await png(), { app, headers });
    expect([reply.status, reply.body.title]).toEqual([201, title]);
  });

  test('A file with a name is a file even if curl calls it a form', async () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-disposition': 'form-data; filename="Poster.png"',
    };
    const reply = await uploadRaw(await png(), { app, headers });
    expect([reply.status, reply.body.title]).toEqual([201, 'Poster']);
  });

  test('The texts of an upload can be in the query', async () => {
    const reply = await uploadRaw(await png(), { app, query: 'title=Poster&alt_text=Blue&i18n_language=fr' });
    expect(reply.body).toMatchObject({ title: 'Poster', alt_text: 'Blue', language: 'fr', translations: ['fr'] });
  });

  test('A JSON body is refused as an upload', async () => {
    const reply = await app.request({ as: 'ann', method: 'POST', path: '/media', json: { title: 'x' } });
    expect([reply.status, reply.body['code']]).toEqual([400, 'rest_missing_callback_param']);
  });
});

test.each([
  ['jpeg', jpeg, 'jpg', 'image/jpeg'],
  ['png', png, 'png', 'image/png'],
  ['webp', webp, 'webp', 'image/webp'],
  ['avif', avif, 'avif', 'image/avif'],
  ['gif', gif, 'gif', 'image/gif'],
] as const)('%s is recognised by its content, whatever its name', async (_, make, extension, mimeType) => {
  const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="page.html"' };
  const reply = await uploadRaw(await make(), { app, headers });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ extension, mime_type: mimeType });
  const served = await download(app, reply.body.url);
  expect(served.headers['content-type']).toBe(mimeType);
  expect(reply.body.url).toMatch(new RegExp(`/page\\.${extension}$`));
});

test('A photo from a phone is turned upright and loses its location', async () => {
  const reply = await uploadRaw(await rotatedPhoto(), { app });
  expect(reply.body).toMatchObject({ width: 200, height: 300 });
  const { bytes } = await download(app, reply.body.url);
  expect(bytes.includes('Exif')).toBe(false);
});

describe('refused uploads', () => {
  const cases: [name: string, make: () => Buffer | Promise<Buffer>, status: number, code: string][] = [
    ['SVG', () => svg, 415, 'rest_upload_unsupported_type'],
    ['HTML', () => Buffer.from('<html>'), 415, 'rest_upload_unsupported_type'],
    ['nothing', () => Buffer.alloc(0), 400, 'rest_upload_invalid'],
    ['a cut image', async () => (await png()).subarray(0, 60), 400, 'rest_upload_invalid'],
    ['a PNG of 30,000 x 30,000 pixels', () => hugePng(30_000, 30_000), 413, 'rest_upload_too_large'],
    ['21 MiB', () => Buffer.alloc(21 * 1024 * 1024), 413, 'rest_upload_too_large'],
  ];

  test.each(cases)('An upload is refused: %s', async (_, make, status, code) => {
    const before = [filesBelow(app.media), (await app.request({ path: '/media' })).body['total']];
    const file = await make();
    for (const headers of [{ 'content-type': 'image/png' }, { 'content-type': 'image/svg+xml' }]) {
      const reply = await uploadRaw(file, { app, headers });
      expect([reply.status, reply.body['code']]).toEqual([status, code]);
      expect(reply.body['data']).toMatchObject({ status });
    }
    const form = await uploadForm([{ name: 'file', value: file, filename: 'a.png' }], { app });
    expect([form.status, form.body['code']]).toEqual([status, code]);
    expect([filesBelow(app.media), (await app.request({ path: '/media' })).body['total']]).toEqual(before);
  });

  test('The limits are those of the configuration', async () => {
    const small = await startTestApp({ settings: { uploadLimitBytes: 200, imageLimitPixels: 1000 } });
    const reply = await uploadRaw(await png({ width: 50, height: 50 }), { app: small });
    expect([reply.status, reply.body['code']]).toEqual([413, 'rest_upload_too_large']);
    expect((await uploadRaw(await png({ width: 20, height: 20 }), { app: small })).status).toBe(201);
  });
});

describe('permissions', () => {
  test.each([
    ['con', 403],
    ['sub', 403],
    [null, 401],
  ] as const)('%s may not upload, which is checked before the file', async (as, status) => {
    for (const file of [await png(), svg, Buffer.alloc(21 * 1024 * 1024)]) {
      const reply = await uploadRaw(file, { app, as });
      expect([reply.status, reply.body['code']]).toEqual([status, 'rest_forbidden']);
    }
  });

  test.each(['ann', 'ed', 'admin'] as const)('%s may upload', async (as) => {
    expect((await uploadRaw(await png(), { app, as })).status).toBe(201);
  });

  test('Other routes keep their own limit', async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await postTo(app, '/events', Buffer.alloc(2 * 1024 * 1024, 'x'), headers);
    expect([reply.status, reply.code]).toEqual([413, 'rest_request_too_large']);
  });
});

async function postTo({ app: server, passwords }: TestApp, path: string, payload: Buffer, headers: object) {
  const authorization = `Basic ${Buffer.from(`ann:${passwords.ann}`).toString('base64')}`;
  const url = `/calendar/events/v1${path}`;
  const reply = await server.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload });
  return { status: reply.statusCode, code: reply.json().code };
}

test('A dry run of an upload lets others write while its files are stored', async () => {
  const folder = temporaryFolder();
  const local = createLocalStorage(folder, randomUUID);
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  const put = vi.fn((...file: Parameters<typeof local.put>) => stored.then(() => local.put(...file)));
  const slow = await startTestApp({ storage: { ...local, put } });
  const upload = uploadRaw(await png(), { app: slow, query: 'dry_run=true' });
  await vi.waitUntil(() => put.mock.calls.length > 0, { timeout: 10_000 });
  const tag = slow.request({ as: 'ed', method: 'POST', path: '/tags', json: { name: 'Meanwhile' } });
  expect(await Promise.race([tag.then(({ status }) => status), setTimeout(2000)])).toBe(201);
  store();
  expect(await upload).toMatchObject({ status: 201, headers: { 'dry-run': 'true' } });
  expect(filesBelow(folder)).toEqual([]);
});

test('A dry run of an upload replies as usual and stores nothing', async () => {
  const before = filesBelow(app.media);
  const reply = await uploadRaw(await png(), { app, query: 'dry_run=true' });
  expect([reply.status, reply.headers['dry-run']]).toEqual([201, 'true']);
  expect(filesBelow(app.media)).toEqual(before);
  expect((await app.request({ path: `/media/${reply.body.id}` })).status).toBe(404);
});

test('An image sent twice with one idempotency key is uploaded once', async () => {
  const headers = { 'idempotency-key': 'upload-1' };
  const file = await png({ colour: '#123456' });
  const first = await uploadRaw(file, { app, headers });
  const files = filesBelow(app.media);
  const again = await uploadRaw(file, { app, headers });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(filesBelow(app.media)).toEqual(files);
  expect((await uploadRaw(await png({ colour: '#654321' }), { app, headers })).status).toBe(422);
});

test('An unwritable folder of images is a 503, and the log gives the reason once', async () => {
  const logged: { level: number; msg: string }[] = [];
  const own = await startTestApp({ log: { write: (line) => void logged.push(JSON.parse(line)) } });
  writeFileSync(own.media, '');
  for (let n = 0; n < 2; n++) {
    const reply = await uploadForm([{ name: 'file', value: await png(), filename: 'a.png' }], { app: own });
    expect(reply).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  const problems = logged.map(({ msg }) => msg).filter((msg) => msg.includes('folder of images'));
  expect(problems).toEqual(['the folder of images cannot be written to (ENOTDIR)']);
});
