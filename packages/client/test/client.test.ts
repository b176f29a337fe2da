import { beforeAll, describe, expect, test } from 'vitest';
import { KalendsError } from '../src/client.ts';
import { type ServedApp, serveTestApp } from './support/served-app.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await serveTestApp();
});

const concert = { title: 'Concert', start_date: '2027-05-10 18:00:00', end_date: '2027-05-10 20:00:00' };
const failure = async (work: Promise<unknown>): Promise<KalendsError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(KalendsError);
  return error as KalendsError;
};

describe('events', () => {
  test('Events are created, read, updated, trashed and deleted', async () => {
    const { events } = app.client({ as: 'ed' });
    const made = await events.create({ ...concert, timezone: 'Europe/Paris', venue: { venue: 'Old Mill' } });
    expect(made).toMatchObject({ title: 'Concert', start_date: '2027-05-10 18:00:00', timezone: 'Europe/Paris' });
    expect(await events.get(made.id)).toMatchObject({ id: made.id, slug: 'concert' });
    expect(await events.bySlug('concert')).toMatchObject({ id: made.id });
    expect(await events.update(made.id, { cost: '12' })).toMatchObject({
      title: 'Concert',
      cost: expect.stringMatching('12'),
    });
    expect(await events.trash(made.id)).toMatchObject({ id: made.id, status: 'trash' });
    await events.delete(made.id);
    expect(await failure(events.get(made.id))).toMatchObject({ status: 404, code: 'rest-event-not-found' });
  });

  test('Events are listed by every kind of filter', async () => {
    const { events, categories } = app.client({ as: 'ed' });
    const { id: category } = await categories.create({ name: 'Chess & more' });
    const made = await events.create({ ...concert, title: 'Blitz', categories: [category], featured: true });
    const filters = {
      categories: ['chess-more', category],
      featured: true,
      status: ['publish' as const],
      search: 'blitz',
    };
    const page = await events.list({ ...filters, starts_after: '2027-05-01', per_page: 5 });
    expect(page).toMatchObject({ total: 1, events: [{ id: made.id }] });
  });

  test('Events are found by external ids with characters that URLs reserve', async () => {
    const { events } = app.client({ as: 'ed' });
    const made = await events.putByExternalId('a/b?c d%é', concert);
    expect(await events.putByExternalId('a/b?c d%é', { title: 'Again' })).toMatchObject({
      id: made.id,
      title: 'Again',
    });
    expect(await events.byExternalId('a/b?c d%é')).toMatchObject({ id: made.id });
  });

  test('Events are translated, and read in the language of the call or of the client', async () => {
    const { events } = app.client({ as: 'ed' });
    const { id } = await events.create(concert);
    await events.update(id, { title: 'Koncert' }, { language: 'bg' });
    expect(await events.get(id)).toMatchObject({ title: 'Concert' });
    expect(await app.client({ language: 'bg' }).events.get(id)).toMatchObject({ title: 'Koncert', language: 'bg' });
    expect(await events.deleteTranslation(id, 'bg')).toMatchObject({ translations: ['en'] });
  });

  test('A protected event is read with its password', async () => {
    const { id } = await app.client({ as: 'ed' }).events.create({ ...concert, description: 'Secret', password: 'pw' });
    const { events } = app.client();
    expect((await failure(events.get(id))).code).toBe('event-password-protected');
    expect(await events.get(id, { password: 'pw', retries: 0 })).toMatchObject({ description: '<p>Secret</p>' });
  });

  test('A dry run creates no event', async () => {
    const { events } = app.client({ as: 'ed' });
    const { total } = await events.list({ status: ['any'], start_date: '2000-01-01' });
    expect(await events.create(concert, { dryRun: true })).toMatchObject({ title: 'Concert' });
    expect((await events.list({ status: ['any'], start_date: '2000-01-01' })).total).toBe(total);
  });
});

test.each(['venues', 'organizers'] as const)('%s are created, read, updated, trashed and deleted', async (kind) => {
  const client = app.client({ as: 'ed' });
  const name = kind === 'venues' ? 'venue' : 'organizer';
  const made = await (kind === 'venues'
    ? client.venues.create({ venue: 'Hall' })
    : client.organizers.create({ organizer: 'Hall' }));
  expect(await client[kind].bySlug('hall')).toMatchObject({ id: made.id, [name]: 'Hall' });
  expect(await client[kind].update(made.id, { phone: '1' })).toMatchObject({ phone: '1', [name]: 'Hall' });
  expect(await client[kind].trash(made.id)).toMatchObject({ status: 'trash' });
  await client[kind].delete(made.id);
  expect((await failure(client[kind].get(made.id))).status).toBe(404);
});

test.each(['categories', 'tags'] as const)('%s are created, read, updated and deleted', async (kind) => {
  const terms = app.client({ as: 'ed' })[kind];
  const made = await terms.create({ name: 'Jazz' });
  expect(await terms.update(made.id, { description: 'Music' })).toMatchObject({ name: 'Jazz' });
  expect(await terms.list({ hide_empty: false, slug: 'jazz' })).toMatchObject({ total: 1 });
  await terms.delete(made.id);
  expect((await failure(terms.get(made.id))).status).toBe(404);
});

/** Without the coding that the reply came in: a refusal names the state itself. */
const plainTag = (etag: string | undefined) => etag?.replace(/-\w+"$/, '"');

test('An update with ifMatch is refused if the record has changed', async () => {
  const { events, etagOf } = app.client({ as: 'ed' });
  const made = await events.create(concert);
  const read = await events.get(made.id);
  expect(etagOf(read)).toBe(etagOf(made));
  const changed = await events.update(made.id, { title: 'First' }, { ifMatch: read });
  const refused = await failure(events.update(made.id, { title: 'Second' }, { ifMatch: read }));
  expect(refused).toMatchObject({
    status: 412,
    code: 'rest_precondition_failed',
    data: { etag: plainTag(etagOf(changed)) },
  });
  expect(await events.update(made.id, { title: 'Third' }, { ifMatch: changed })).toMatchObject({ title: 'Third' });
  await expect(events.update(made.id, { title: 'X' }, { ifMatch: { id: made.id } })).rejects.toThrow(TypeError);
});

test('Errors carry the code, the status and the message of each parameter', async () => {
  const { events, tags } = app.client({ as: 'ed' });
  const wrong = await failure(events.create({ ...concert, start_date: 'never', timezone: 'Mars/Base' }));
  expect(wrong).toMatchObject({ status: 400, code: 'rest_invalid_param', name: 'KalendsError' });
  expect(Object.keys(wrong.params).sort()).toEqual(['start_date', 'timezone']);
  expect(wrong.requestId).toBe(wrong.data['request_id']);
  const missing = await failure(events.create({} as never));
  expect(missing.code).toBe('rest_missing_callback_param');
  expect(Object.keys(missing.params).sort()).toEqual(['end_date', 'start_date', 'title']);
  const { id } = await tags.create({ name: 'Twice' });
  expect(await failure(tags.create({ name: 'Twice' }))).toMatchObject({ code: 'term_exists', data: { term_id: id } });
  expect(await failure(app.client().tags.create({ name: 'X' }))).toMatchObject({ status: 401 });
  expect(await failure(app.client({ user: 'ed', password: 'nö' }).tags.list())).toMatchObject({
    code: 'incorrect_password',
  });
});

test('A bearer token authenticates without a user name', async () => {
  const { tags } = app.client({ token: app.passwords.ed });
  expect(await tags.create({ name: 'By token' })).toMatchObject({ name: 'By token' });
  expect(() => app.client({ user: 'ed' })).toThrow(TypeError);
});

test('A POST repeated with the same key is executed once', async () => {
  const { tags } = app.client({ as: 'ed' });
  const first = await tags.create({ name: 'Once' }, { idempotencyKey: 'k1' });
  expect(await tags.create({ name: 'Once' }, { idempotencyKey: 'k1' })).toEqual(first);
});

test('A batch is executed completely or not at all', async () => {
  const client = app.client({ as: 'ed' });
  const { responses } = await client.batch([
    { method: 'POST', path: '/tags', body: { name: 'Batched' } },
    { method: 'PATCH', path: '/tags/{0.id}', body: { description: 'Both' } },
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 200]);
  const failed = await failure(client.batch([{ method: 'POST', path: '/tags', body: {} }]));
  expect(failed).toMatchObject({ code: 'batch-failed', data: { responses: [{ status: 400 }] } });
});

test('An image is uploaded with its name, shown in the library and deleted', async () => {
  const { media } = app.client({ as: 'ed' });
  const { onePixelPng } = await import('./support/one-pixel.ts');
  const made = await media.upload(new Blob([onePixelPng], { type: 'image/png' }), {
    fileName: 'Été à la mer.png',
    alt_text: 'One red point',
  });
  expect(made).toMatchObject({ title: 'Été à la mer', alt_text: 'One red point', mime_type: 'image/png', width: 1 });
  expect(await media.update(made.id, { title: 'Sea' })).toMatchObject({ title: 'Sea' });
  expect(await media.list({ search: 'sea' })).toMatchObject({ total: 1 });
  await app.client({ as: 'ed', language: 'bg' }).media.update(made.id, { title: 'Море' });
  expect(await media.deleteTranslation(made.id, 'bg')).toMatchObject({ title: 'Sea', translations: ['en'] });
  await media.delete(made.id);
  expect((await failure(media.get(made.id))).code).toBe('rest-media-not-found');
  expect((await failure(media.upload(new Blob(['no image'])))).status).toBe(415);
});

test('The change feed contains all changes since a token, and the next token', async () => {
  const { changes, changesSince, tags } = app.client({ as: 'ed' });
  const { next_token } = await changes();
  const ids = [];
  for (const name of ['c1', 'c2', 'c3']) ids.push((await tags.create({ name })).id);
  const all = changesSince(next_token, { per_page: 2 });
  const told = [];
  let next = await all.next();
  for (; !next.done; next = await all.next()) told.push(next.value.id);
  expect(told).toEqual(ids);
  expect((await changes({ since: next.value })).changes).toEqual([]);
});

describe.each([
  ['the main namespace', '/wp-json/calendar/events/v1'],
  ['an alias', '/wp-json/tribe/events/v1/'],
  ['the URL without wp-json', '/calendar/events/v1'],
  ['rest_route', '/?rest_route=/tribe/events/v1'],
])('by %s', (_name, path) => {
  test('Whole lists are read, and records are read and written', async () => {
    const client = app.client({ as: 'ed', url: app.origin + path });
    const made = await client.organizers.create({ organizer: 'Ann’s friends' });
    expect(await client.organizers.bySlug(made.slug as string)).toMatchObject({ id: made.id });
    const ids = [];
    for await (const organizer of client.organizers.all({ per_page: 1 })) ids.push(organizer.id);
    expect(ids).toContain(made.id);
    await client.organizers.delete(made.id);
  });
});

test('A client without credentials sees what the public sees', async () => {
  const draft = await app.client({ as: 'ann' }).events.create({ ...concert, title: 'Hidden draft', status: 'draft' });
  for await (const { id } of app.client().events.all({ start_date: '2000-01-01' })) expect(id).not.toBe(draft.id);
  expect((await failure(app.client().events.get(draft.id))).status).toBe(403);
});

type Events = ReturnType<ServedApp['client']>['events'];
type Concert = Awaited<ReturnType<Events['create']>>;

test.each([
  ['moved to the trash', (events: Events, { id }: Concert) => events.trash(id)],
  ['deleted', (events: Events, { id }: Concert) => events.delete(id)],
  [
    'put by its external id if it has not changed',
    (events: Events, ifMatch: Concert) => events.putByExternalId('lost', { title: 'Ball' }, { ifMatch }),
  ],
])('An event can be %s though the first reply is lost', async (_name, write) => {
  let isLost = false;
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!isLost) return response;
    isLost = false;
    throw new TypeError('connection reset');
  };
  const { events } = app.client({ as: 'ed', fetch: losing });
  const made = await events.putByExternalId('lost', concert);
  isLost = true;
  expect(await write(events, made)).toBeTypeOf('object');
});
