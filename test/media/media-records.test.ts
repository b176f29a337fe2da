// The routes of images: reading, listing, texts, languages and deletion.
import { beforeEach, describe, expect, test } from 'vitest';
import { filesBelow } from '../support/calendars/stored-files.ts';
import { jpeg, png } from '../support/media/images.ts';
import { download, type ShownMedium, uploadForm } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

async function upload(title = 'Stage', as: 'ann' | 'ed' | 'admin' = 'ann'): Promise<ShownMedium> {
  const parts = [
    { name: 'title', value: title },
    { name: 'file', value: await jpeg({ width: 400, height: 200 }), filename: 'a.jpg' },
  ];
  return (await uploadForm(parts, { app, as })).body;
}

const event = { title: 'Gala', start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' };
const create = async (path: string, json: object, as: 'ann' | 'ed' | 'admin' = 'ann') =>
  (await app.request<{ id: number }>({ as, method: 'POST', path, json })).body.id;

describe('reading', () => {
  test('Anyone can read an image, and the reply equals that to the upload', async () => {
    const medium = await upload();
    expect((await app.request({ path: `/media/${medium.id}` })).body).toEqual(medium);
    const list = await app.request<{ media: ShownMedium[] }>({ path: '/media' });
    expect(list.body).toEqual({
      media: [medium],
      rest_url: expect.stringContaining('/media/?page=1&per_page=10'),
      total: 1,
      total_pages: 1,
    });
    expect(list.headers['x-tec-total']).toBe('1');
  });

  test('Images are listed newest first, in pages, by number and by cursor', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) {
      if (n % 2 === 0) app.clock.advance(60);
      ids.unshift((await upload(`Image ${n}`)).id);
    }
    type List = { media: ShownMedium[]; next_cursor?: string; next_rest_url?: string; total: number };
    const pages: number[] = [];
    for (let path: string | undefined = '/media?per_page=2'; path; ) {
      const { body }: { body: List } = await app.request<List>({ path });
      pages.push(...body.media.map(({ id }) => id));
      path = body.next_rest_url;
    }
    expect(pages).toEqual(ids);
    const walked: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body }: { body: List } = await app.request<List>({ path: '/media', query: { per_page: 2, cursor } });
      expect(body.total).toBe(5);
      walked.push(...body.media.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(ids);
    expect((await app.request({ path: '/media', query: { page: 9 } })).body['code']).toBe(
      'media-archive-page-not-found',
    );
  });

  test('A search of images finds all words in title or description, and images are filtered by change', async () => {
    const stage = await upload('Große Bühne');
    await upload('Garden');
    const path = `/media/${stage.id}`;
    await app.request({ as: 'ann', method: 'PATCH', path, json: { alt_text: 'Seen from the balcony' } });
    const found = async (query: Record<string, string>) =>
      (await app.request<{ media: ShownMedium[] }>({ path: '/media', query })).body.media.map(({ title }) => title);
    expect(await found({ search: 'buhne' })).toEqual(['Große Bühne']);
    expect(await found({ search: 'balcony grosse' })).toEqual(['Große Bühne']);
    expect(await found({ search: 'balcony garden' })).toEqual([]);
    app.clock.advance(3600);
    await app.request({ as: 'ann', method: 'PATCH', path, json: { title: 'Hall' } });
    expect(await found({ modified_after: '2027-03-01T12:30:00Z' })).toEqual(['Hall']);
  });

  test.each([
    [{ per_page: '0' }, 'per_page'],
    [{ page: 'x' }, 'page'],
    [{ search: '' }, 'search'],
    [{ modified_after: 'never' }, 'modified_after'],
    [{ i18n_language: 'it' }, 'i18n_language'],
  ])('%j is refused', async (query, name) => {
    const reply = await app.request({ path: '/media', query });
    expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
    expect(reply.body['data']).toMatchObject({ params: { [name]: expect.any(String) } });
  });

  test('Unknown ids and ids of other kinds of records are not found', async () => {
    const id = await create('/events', event);
    for (const unknown of [id, 999_999, '9'.repeat(20)]) {
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const reply = await app.request({ as: 'ed', method, path: `/media/${unknown}`, json: {} });
        expect([reply.status, reply.body['code']]).toEqual([404, 'rest-media-not-found']);
      }
    }
    const medium = await upload();
    expect((await app.request({ path: `/events/${medium.id}` })).body['code']).toBe('rest-event-not-found');
  });
});

describe('changing', () => {
  test('Only the fields sent change, and empty texts clear them', async () => {
    const medium = await upload();
    app.clock.advance(60);
    const path = `/media/${medium.id}`;
    const changed = await app.request({ as: 'ann', method: 'PUT', path, json: { alt_text: '<i>Blue</i> light' } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...medium,
      alt_text: 'Blue light',
      modified: '2027-03-01 07:01:00',
      modified_utc: '2027-03-01 12:01:00',
    });
    app.clock.advance(60);
    expect((await app.request({ as: 'ann', method: 'PATCH', path, json: {} })).body).toEqual(changed.body);
    const emptied = await app.request({ as: 'ann', method: 'POST', path, form: { title: '', alt_text: '' } });
    expect(emptied.body).toMatchObject({ title: '', alt_text: '' });
  });

  test('Each text of an image can be translated and is found by search in its language', async () => {
    const medium = await upload('Stage');
    const path = `/media/${medium.id}`;
    const french = { i18n_language: 'fr' };
    await app.request({ as: 'ann', method: 'PATCH', path, json: { alt_text: 'Empty' } });
    await app.request({ as: 'ann', method: 'PATCH', path, json: { ...french, title: 'Scène' } });
    expect((await app.request({ path, query: french })).body).toMatchObject({
      title: 'Scène',
      alt_text: 'Empty',
      language: 'fr',
      translations: ['en', 'fr'],
    });
    expect((await app.request({ path })).body).toMatchObject({ title: 'Stage', language: 'en' });
    const total = async (query: Record<string, string>) => (await app.request({ path: '/media', query })).body['total'];
    expect(await total({ search: 'scene', ...french })).toBe(1);
    expect(await total({ search: 'scene' })).toBe(0);
    await app.request({ as: 'ann', method: 'PATCH', path, json: { ...french, title: null } });
    expect((await app.request({ path, query: french })).body).toMatchObject({ title: 'Stage', translations: ['en'] });
  });

  test('A translation can be deleted by callers who may edit the image', async () => {
    const { id } = await upload('Stage');
    const path = `/media/${id}`;
    const remove = (language: string, as: 'ann' | 'ed' | 'con' | null = 'ann', headers = {}) =>
      app.request<ShownMedium>({ as, method: 'DELETE', path: `${path}/translations/${language}`, headers });
    const translate = async () => {
      const json = { i18n_language: 'fr', title: 'Scène', alt_text: 'Vide' };
      expect((await app.request({ as: 'ann', method: 'PATCH', path, json })).body['translations']).toEqual([
        'en',
        'fr',
      ]);
    };
    for (const as of ['ann', 'ed'] as const) {
      await translate();
      app.clock.advance(60);
      const { status, body, headers } = await remove('FR', as);
      expect([status, headers['etag']]).toEqual([200, (await app.request({ as, path })).headers['etag']]);
      expect(body).toMatchObject({ title: 'Stage', alt_text: '', language: 'en', translations: ['en'] });
      expect(body).toEqual((await app.request({ path, query: { i18n_language: 'fr' } })).body);
      expect(
        (await app.request({ path: '/media', query: { search: 'scene', i18n_language: 'fr' } })).body['total'],
      ).toBe(0);
    }
    await translate();
    const refused = async (language: string, as?: 'con' | null, headers = {}) => {
      const { status, body } = await remove(language, as, headers);
      return [status, (body as unknown as { code: string }).code];
    };
    expect(await refused('fr', null)).toEqual([401, 'rest_forbidden']);
    expect(await refused('fr', 'con')).toEqual([403, 'rest_forbidden']);
    expect(await refused('fr', undefined, { 'if-match': '"old"' })).toEqual([412, 'rest_precondition_failed']);
    expect(await refused('en')).toEqual([409, 'rest-original-language']);
    for (const none of ['de', 'it', 'nonsense'])
      expect(await refused(none)).toEqual([404, 'rest-translation-not-found']);
    const unknown = await app.request({ as: 'ann', method: 'DELETE', path: '/media/999999/translations/fr' });
    expect([unknown.status, unknown.body['code']]).toEqual([404, 'rest-media-not-found']);
    const tried = await app.request({ as: 'ann', method: 'DELETE', path: `${path}/translations/fr?dry_run=1` });
    expect(tried.body['translations']).toEqual(['en']);
    expect((await app.request({ path })).body['translations']).toEqual(['en', 'fr']);
  });

  test('Conditional requests for images are honoured', async () => {
    const medium = await upload();
    const path = `/media/${medium.id}`;
    const { headers } = await app.request({ path });
    const etag = headers['etag'] as string;
    const change = (title: string) =>
      app.request({ as: 'ann', method: 'PATCH', path, json: { title }, headers: { 'if-match': etag } });
    const first = await change('A');
    expect([first.status, first.headers['etag'] === etag]).toEqual([200, false]);
    expect((await change('B')).body['code']).toBe('rest_precondition_failed');
    expect((await app.request({ path, headers: { 'if-none-match': first.headers['etag'] as string } })).status).toBe(
      304,
    );
  });

  test.each([[{ title: 5 }], [{ alt_text: ['x'] }], [{ title: 'x'.repeat(2001) }]])('%j is refused', async (json) => {
    const { id } = await upload();
    const reply = await app.request({ as: 'ann', method: 'PATCH', path: `/media/${id}`, json });
    expect([reply.status, reply.body['code']]).toEqual([400, 'rest_invalid_param']);
  });
});

describe('permissions', () => {
  test.each<[who: 'admin' | 'ed' | 'ann' | 'con' | 'sub' | null, own: boolean, status: number]>([
    ['ann', true, 200],
    ['ann', false, 403],
    ['ed', false, 200],
    ['admin', false, 200],
    ['con', false, 403],
    ['sub', false, 403],
    [null, false, 401],
  ])('%s, own image: %s', async (as, own, status) => {
    const { id } = await upload('Stage', own ? 'ann' : 'ed');
    const path = `/media/${id}`;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await app.request({ as, method, path, json: { title: 'x' } });
      expect([method, reply.status]).toEqual([method, status]);
      if (status !== 200) expect(reply.body['code']).toBe('rest_forbidden');
    }
  });

  test('Allow lists the methods that the caller may use on an image', async () => {
    const { id } = await upload();
    const allow = async (as: 'ann' | 'ed' | 'con' | null, path: string) =>
      (await app.request({ as, path })).headers['allow'];
    expect(await allow(null, '/media')).toBe('GET');
    expect(await allow('con', '/media')).toBe('GET');
    expect(await allow('ann', '/media')).toBe('GET, POST');
    expect(await allow('ann', `/media/${id}`)).toBe('GET, DELETE, POST, PUT, PATCH');
    expect(await allow('con', `/media/${id}`)).toBe('GET');
    const other = await upload('Other', 'ed');
    expect(await allow('ann', `/media/${other.id}`)).toBe('GET');
  });
});

describe('deleting', () => {
  test('Deleting an image returns it and deletes its files', async () => {
    const medium = await upload();
    const kept = await upload('Kept');
    const reply = await app.request({ as: 'ann', method: 'DELETE', path: `/media/${medium.id}` });
    expect([reply.status, reply.body]).toEqual([200, medium]);
    expect((await app.request({ path: `/media/${medium.id}` })).status).toBe(404);
    expect((await app.request({ as: 'ann', method: 'DELETE', path: `/media/${medium.id}` })).status).toBe(404);
    expect((await download(app, medium.url)).status).toBe(404);
    const files = filesBelow(app.media);
    expect(files).toHaveLength(3);
    expect(files.every((file) => kept.url.includes(file.split('/')[3] as string))).toBe(true);
  });

  test('The error for an image in use lists the records that the caller may read', async () => {
    const { id: image } = await upload();
    const published = await create('/events', { ...event, image });
    const hidden = await create('/events', { ...event, image, status: 'private' }, 'ed');
    const locked = await create('/events', { ...event, image, password: 'sesame' }, 'ed');
    const venue = await create('/venues', { venue: 'Hall', image });
    const organizer = await create('/organizers', { organizer: 'Club', image }, 'ed');
    const reply = await app.request({ as: 'ann', method: 'DELETE', path: `/media/${image}` });
    expect([reply.status, reply.body['code']]).toEqual([409, 'rest-media-in-use']);
    expect(reply.body['data']).toMatchObject({
      records: [
        { type: 'event', id: published },
        { type: 'venue', id: venue },
        { type: 'organizer', id: organizer },
      ],
    });
    const asEditor = await app.request({ as: 'ed', method: 'DELETE', path: `/media/${image}` });
    const { records } = asEditor.body['data'] as { records: unknown[] };
    for (const id of [hidden, locked]) expect(records).toContainEqual({ type: 'event', id });
    expect((await app.request({ path: `/media/${image}` })).status).toBe(200);
  });

  test('With force, an image in use is removed from its records, which count as changed', async () => {
    const { id: image } = await upload();
    const eventId = await create('/events', { ...event, image });
    const venueId = await create('/venues', { venue: 'Hall', image });
    const { body } = await app.request<{ next_token: string }>({ path: '/changes' });
    app.clock.advance(60);
    const path = `/media/${image}`;
    expect((await app.request({ as: 'ann', method: 'DELETE', path, query: { force: 'maybe' } })).status).toBe(400);
    expect((await app.request({ as: 'ann', method: 'DELETE', path, query: { force: 'true' } })).status).toBe(200);
    expect((await app.request({ path: `/events/${eventId}` })).body).toMatchObject({
      image: false,
      modified_utc: '2027-03-01 12:01:00',
    });
    expect((await app.request({ path: `/venues/${venueId}` })).body).not.toHaveProperty('image');
    const changes = await app.request({ path: '/changes', query: { since: body.next_token } });
    expect(changes.body['changes']).toMatchObject([
      { type: 'event', id: eventId, change: 'updated' },
      { type: 'venue', id: venueId, change: 'updated' },
    ]);
    expect(filesBelow(app.media)).toEqual([]);
  });

  test('A dry run, or a batch that fails, deletes no image', async () => {
    const { id, url } = await upload();
    const files = filesBelow(app.media);
    const path = `/media/${id}`;
    const rehearsed = await app.request({ as: 'ann', method: 'DELETE', path, query: { dry_run: 'true' } });
    expect([rehearsed.status, rehearsed.headers['dry-run']]).toEqual([200, 'true']);
    const requests = [
      { method: 'DELETE', path },
      { method: 'POST', path: '/venues', body: {} },
    ];
    expect((await app.request({ as: 'ann', method: 'POST', path: '/batch', json: { requests } })).status).toBe(400);
    expect(filesBelow(app.media)).toEqual(files);
    expect((await download(app, url)).status).toBe(200);
    const good = [{ method: 'DELETE', path }];
    expect((await app.request({ as: 'ann', method: 'POST', path: '/batch', json: { requests: good } })).status).toBe(
      200,
    );
    expect(filesBelow(app.media)).toEqual([]);
  });
});

test('Images share the space of ids with the other records', async () => {
  const ids = [
    await create('/events', event),
    (await upload()).id,
    await create('/venues', { venue: 'Hall' }),
    (await uploadForm([{ name: 'file', value: await png(), filename: 'a.png' }], { app })).body.id,
  ];
  expect(new Set(ids).size).toBe(4);
});
