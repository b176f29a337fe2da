// `image` of events, venues and organizers: by id and by URL, and in replies.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Allowance, parseAllowance } from '../../src/fetch/fetch-allowance.ts';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { jpeg, png } from '../support/media/images.ts';
import { download, type ShownMedium, uploadRaw } from '../support/media/uploads.ts';
import { someOf } from '../support/runs.ts';
import { type ImageHost, startImageHost } from '../support/servers/image-host.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let host: ImageHost;
let medium: ShownMedium;
beforeEach(async () => {
  const poster = await jpeg({ width: 400, height: 200 });
  host = await startImageHost({ '/poster.jpg': poster, '/same.jpg': poster, '/other.png': await png() });
  app = await startTestApp({ settings: { fetchAllow: [parseAllowance(host.host) as Allowance] } });
  medium = (await uploadRaw(await jpeg({ width: 400, height: 200, colour: '#aa0000' }), { app, as: 'ed' })).body;
  return () => app.close();
});

const kinds = [
  ['/events', { title: 'Gala', start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' }],
  ['/venues', { venue: 'Hall' }],
  ['/organizers', { organizer: 'Club' }],
] as const;
const [, event] = kinds[0];

interface Shown {
  id: number;
  image?: { id: number; url: string; sizes?: Record<string, { url: string }> } | false;
  modified: string;
}
const send = (method: 'POST' | 'PATCH', path: string, json: object, as: 'ann' | 'ed' | 'con' = 'ann') =>
  app.request<Shown & { code?: string; data: { params: Record<string, string> } }>({ as, method, path, json });
const read = async (path: string, query = {}) => (await app.request<Shown>({ path, query })).body;
const mediaTotal = async () => (await app.request({ path: '/media' })).body['total'];

const imageObject = ({ url, id, extension, width, height, filesize, sizes }: ShownMedium) => ({
  url,
  id,
  extension,
  width,
  height,
  filesize,
  ...(sizes ? { sizes } : {}),
});

describe.each(someOf(kinds))('%s', (path, fields) => {
  const none = path === '/events' ? false : undefined;

  test('An image is set by id: as number, as text, in a form and in the query', async () => {
    for (const image of [medium.id, String(medium.id)]) {
      const { status, body } = await send('POST', path, { ...fields, image });
      expect([status, body.image]).toEqual([201, imageObject(medium)]);
      expect(Object.keys(body.image as object)).toEqual(Object.keys(imageObject(medium)));
      expect((await read(`${path}/${body.id}`)).image).toEqual(imageObject(medium));
    }
    const { id } = (await send('POST', path, { ...fields, slug: 'another' })).body;
    const query = { image: medium.id };
    const reply = await app.request<Shown>({ as: 'ann', method: 'PATCH', path: `${path}/${id}`, query });
    expect(reply.body.image).toEqual(imageObject(medium));
  });

  test('An image set by URL is fetched, stored and reused later', async () => {
    const url = `${host.origin}/poster.jpg`;
    const { status, body } = await send('POST', path, { ...fields, image: url });
    expect(status).toBe(201);
    const image = body.image as { id: number; url: string };
    expect(image).toMatchObject({ extension: 'jpg', width: 400, height: 200, sizes: { medium: { width: 300 } } });
    expect((await download(app, image.url)).status).toBe(200);
    const fetched = await app.request({ path: `/media/${image.id}` });
    expect(fetched.body).toMatchObject({ author: 3, title: 'poster', alt_text: '' });
    const again = await send('POST', path, { ...fields, image: ` ${url}#top `, slug: 'again' }, 'ed');
    expect(again.body.image).toEqual(body.image);
    expect(host.requests).toHaveLength(1);
  });

  test('The image stays if it is not sent; "" and null remove it', async () => {
    const { id } = (await send('POST', path, { ...fields, image: medium.id })).body;
    const one = `${path}/${id}`;
    expect((await send('PATCH', one, { description: 'x' })).body.image).toEqual(imageObject(medium));
    for (const nothing of ['', null]) {
      await send('PATCH', one, { image: medium.id });
      expect((await send('PATCH', one, { image: nothing })).body.image).toBe(none);
      expect((await read(one)).image).toBe(none);
    }
    expect(await mediaTotal()).toBe(1);
    expect((await send('POST', path, { ...fields, image: '', slug: 'z' })).body.image).toBe(none);
  });

  test('An empty update of a record with an image keeps its modification date', async () => {
    const { id } = (await send('POST', path, { ...fields, image: medium.id })).body;
    app.clock.advance(60);
    expect((await send('PATCH', `${path}/${id}`, {})).body.modified).toBe('2027-03-01 07:00:00');
  });

  test('Lists contain the images of their records', async () => {
    const { id } = (await send('POST', path, { ...fields, image: medium.id })).body;
    const list = (await read(path)) as unknown as Record<string, Shown[]>;
    expect(list[path.slice(1)]).toMatchObject([{ id, image: imageObject(medium) }]);
  });

  test('Contributors can set images by id only', async () => {
    expect((await send('POST', path, { ...fields, image: medium.id }, 'con')).status).toBe(201);
    const reply = await send('POST', path, { ...fields, image: `${host.origin}/poster.jpg` }, 'con');
    expect([reply.status, reply.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(reply.body.data.params).toEqual({ image: expect.stringContaining('you are not allowed to add images') });
    expect(host.requests).toEqual([]);
  });

  test('Values that are no image are refused', async () => {
    const { id } = (await send('POST', path, fields)).body;
    const before = await mediaTotal();
    for (const image of [999_999, '999999', -1, 1.5, true, ['x'], 'poster.jpg', 'ftp://example.org/a.png']) {
      for (const [method, where] of [
        ['POST', path],
        ['PATCH', `${path}/${id}`],
      ] as const) {
        const reply = await send(method, where, { ...fields, image });
        const message = `${method} ${JSON.stringify(image)}`;
        expect([reply.status, reply.body.code], message).toEqual([400, 'rest_invalid_param']);
        const text = expect.stringContaining('must be the id or URL of an image');
        expect(reply.body.data.params, message).toEqual({ image: text });
      }
      expect(await mediaTotal()).toBe(before);
    }
  });

  test('The id of another kind of record is refused as an image', async () => {
    const { id } = (await send('POST', path, fields)).body;
    expect((await send('PATCH', `${path}/${id}`, { image: id })).status).toBe(400);
  });
});

test('The URL of an image in the library refers to that image, whatever its owner and host', async () => {
  for (const url of [medium.url, medium.sizes?.['medium']?.url as string, new URL(medium.url).pathname]) {
    const image = url.startsWith('/') ? `https://elsewhere.example${url}` : url;
    expect((await send('POST', '/events', { ...event, image })).body.image).toEqual(imageObject(medium));
  }
  expect(await mediaTotal()).toBe(1);
});

test("The same bytes at another URL are the author's same image; its files are stored once", async () => {
  const first = await send('POST', '/events', { ...event, image: `${host.origin}/poster.jpg` });
  const files = filesBelow(app.media);
  const second = await send('POST', '/events', { ...event, image: `${host.origin}/same.jpg` });
  expect(second.body.image).toEqual(first.body.image);
  expect(filesBelow(app.media)).toEqual(files);
  const byAnother = await send('POST', '/events', { ...event, image: `${host.origin}/same.jpg` }, 'ed');
  expect((byAnother.body.image as { id: number }).id).not.toBe((first.body.image as { id: number }).id);
});

test('A venue that equals an existing one in every field, the image included, is not duplicated', async () => {
  const hall = { venue: 'Hall', image: medium.id };
  const { id } = (await send('POST', '/venues', hall)).body;
  expect((await send('POST', '/venues', hall)).body.id).toBe(id);
  const other = await send('POST', '/venues', { venue: 'Hall', image: `${host.origin}/other.png` });
  expect(other.body.id).not.toBe(id);
  expect((await send('POST', '/venues', { venue: 'Hall', image: `${host.origin}/other.png` })).body.id).toBe(
    other.body.id,
  );
});

test('The name in a URL is not trusted: the title has no tags, the file a plain name', async () => {
  const name = '%3Ci%3Ephoto_%00%22%20onload=x.html';
  const hostile = await startImageHost({ [`/${name}`]: await png({ colour: '#0a0b0c' }) });
  const other = await startTestApp({ settings: { fetchAllow: [parseAllowance(hostile.host) as Allowance] } });
  const json = { ...event, image: `${hostile.origin}/${name}` };
  const { body } = await other.request<{ image: { id: number; url: string } }>({
    as: 'ann',
    method: 'POST',
    path: '/events',
    json,
  });
  expect(body.image.url).toMatch(/\/[a-z0-9-]+\.png$/);
  const { title } = (await other.request<ShownMedium>({ path: `/media/${body.image.id}` })).body;
  expect(title).not.toMatch(/[<>\0]/);
  expect(title).toContain('onload');
});

describe('inside events', () => {
  test('Images of venues and organizers, inline ones too, each URL fetched once', async () => {
    const image = `${host.origin}/poster.jpg`;
    const { body } = await send('POST', '/events', {
      ...event,
      image,
      venue: { venue: 'Hall', image },
      organizer: [
        { organizer: 'Club', image: medium.id },
        { organizer: 'Other', image },
      ],
    });
    expect(body).toMatchObject({
      image: { extension: 'jpg' },
      venue: { image: body.image },
      organizer: [{ image: imageObject(medium) }, { image: body.image }],
    });
    expect(host.requests).toHaveLength(1);
    expect(await mediaTotal()).toBe(2);
  });

  test('An error of the image of an inline venue is reported for the venue', async () => {
    const files = filesBelow(app.media);
    const venue = { venue: 'Hall', image: `${host.origin}/missing.png` };
    const reply = await send('POST', '/events', { ...event, venue, image: `${host.origin}/poster.jpg` });
    expect(reply.status).toBe(400);
    expect(reply.body.data.params).toEqual({ venue: expect.stringContaining('image') });
    expect(filesBelow(app.media)).toEqual(files);
    expect(await mediaTotal()).toBe(1);
  });

  test('Structured data name the image', async () => {
    const { id } = (await send('POST', '/events', { ...event, image: medium.id })).body;
    const { json_ld } = (await read(`/events/${id}`)) as unknown as { json_ld: { image: string } };
    expect(json_ld.image).toBe(medium.url);
    const { id: bare } = (await send('POST', '/events', event)).body;
    expect(await read(`/events/${bare}`)).not.toHaveProperty('json_ld.image');
  });

  test('A protected event hides its image', async () => {
    const secret = { ...event, image: medium.id, password: 'open' };
    const { id } = (await send('POST', '/events', secret)).body;
    const list = async (query = {}) => (await read('/events', query)) as unknown as { events: Shown[] };
    expect((await list()).events).toMatchObject([{ id, image: false }]);
    expect((await list({ password: 'open' })).events).toMatchObject([{ id, image: { id: medium.id } }]);
  });
});

test('A batch fetches each image URL once', async () => {
  const image = `${host.origin}/poster.jpg`;
  const requests = [
    { method: 'POST', path: '/events', body: { ...event, image } },
    { method: 'POST', path: '/venues', body: { venue: 'Hall', image } },
    { method: 'PATCH', path: '/events/{0.id}', body: { venue: '{1.id}' } },
  ];
  const reply = await app.request<{ responses: { body: object }[] }>({
    as: 'ann',
    method: 'POST',
    path: '/batch',
    json: { requests },
  });
  expect(reply.status).toBe(200);
  expect(reply.body.responses[2]?.body).toMatchObject({ image: { width: 400 }, venue: { image: { width: 400 } } });
  expect(host.requests).toHaveLength(1);
});

test('Two concurrent writes with the same new URL create one image', async () => {
  const image = `${host.origin}/poster.jpg`;
  const replies = await Promise.all([1, 2, 3].map(() => send('POST', '/events', { ...event, image })));
  const ids = replies.map(({ body }) => (body.image as { id: number }).id);
  expect(new Set(ids).size).toBe(1);
  expect(filesBelow(app.media)).toHaveLength(6);
});
