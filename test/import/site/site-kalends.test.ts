// Imports from another Kalends: what only such a server has.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { languages } from '../../../src/core/languages.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { listenLocally } from '../../support/servers/listen-locally.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { remarksOf } from '../support.ts';
import { importFrom, listen, namespace } from './support.ts';

const when = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };

async function startSource() {
  const source = await startTestApp();
  const send = async (path: string, json: object, method: 'POST' | 'PATCH' = 'POST') => {
    const reply = await source.request<{ id: number }>({ as: 'admin', method, path, json });
    expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status);
    return reply.body.id;
  };
  return { source, send, apiUrl: (await listen(source)) + namespace };
}

/** An import gives external ids to records, also where they are embedded. */
const withoutExternalIds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'external_id' ? undefined : value)));

const credentialsOf = (app: TestApp) => ({ user: 'admin', password: app.passwords.admin });

test('An event with a password becomes private, with and without a user', async () => {
  const { source, send, apiUrl } = await startSource();
  const id = await send('/events', { ...when, title: 'Guarded', description: 'The place', password: 'open' });
  const other = await send('/events', { ...when, title: 'Open' });
  const hidden = { ...when, hide_from_listings: true };
  const both = await send('/events', { ...hidden, title: 'Both', description: 'Where', password: 'open' });
  const seen = await send('/events', { ...hidden, title: 'Hidden' });
  const signedIn = await startTestApp();
  const { report } = await importFrom(signedIn, apiUrl, { credentials: credentialsOf(source) });
  expect(remarksOf(report.notes)).toEqual({
    'is protected by a password, which cannot be imported; it becomes private': [
      `event ${id} "Guarded"`,
      `event ${both} "Both"`,
    ],
  });
  expect((await signedIn.request({ path: `/events/${id}` })).status).toBe(403);
  expect((await signedIn.request({ path: `/events/${both}` })).status).toBe(403);
  for (const open of [other, seen]) expect((await signedIn.request({ path: `/events/${open}` })).status).toBe(200);
  const anonymous = await startTestApp();
  await importFrom(anonymous, apiUrl);
  expect((await anonymous.request({ path: `/events/${id}` })).body).toMatchObject({
    title: 'Guarded',
    description: '',
  });
});

test('Events of a single list that have a password, or may have one, become private if a user reads the list', async () => {
  const { source, send, apiUrl } = await startSource();
  const guarded = { ...when, description: 'The place', password: 'open' };
  const ids = [
    await send('/events', { ...guarded, title: 'Guarded' }),
    await send('/events', { ...guarded, title: 'Hidden', hide_from_listings: true }),
  ];
  const open = await send('/events', { ...when, title: 'Open' });
  const credentials = credentialsOf(source);
  for (const [query, ...expected] of [
    ['', 'private', undefined, 'publish'],
    ['&hide_from_listings=true', undefined, 'private', undefined],
  ] as const) {
    const target = await startTestApp();
    await importFrom(target, `${apiUrl}/events?start_date=2027-01-01${query}`, { credentials });
    const rows = await target.store.reader.selectFrom('events').select(['id', 'status']).execute();
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    expect([...ids, open].map((id) => statuses.get(id))).toEqual(expected);
  }
});

test('A scheduled event is imported with a remark, as nobody can tell whether it has a password', async () => {
  const { source, send, apiUrl } = await startSource();
  const id = await send('/events', { ...when, title: 'Guarded', password: 'open', date: '2027-04-01 10:00' });
  const target = await startTestApp();
  const { report } = await importFrom(target, apiUrl, { credentials: credentialsOf(source) });
  expect(remarksOf(report.notes)).toEqual({
    'is not published yet: a password that it may have at its source is not known, and will not protect it here': [
      `event ${id} "Guarded"`,
    ],
  });
});

test('Descriptions of categories are sanitized in every language', async () => {
  const { source, send, apiUrl } = await startSource();
  const category = await send('/categories', { name: 'Music' });
  await send(`/categories/${category}`, { name: 'Musique', i18n_language: 'fr' }, 'PATCH');
  const description = '<b onclick="steal()">Loud</b><script>steal()</script>';
  await source.store.write(async (db) => void (await db.updateTable('term_texts').set({ description }).execute()));
  const target = await startTestApp();
  await importFrom(target, apiUrl);
  const inFrench = await target.request({ path: `/categories/${category}`, query: { i18n_language: 'fr' } });
  expect(inFrench.body).toMatchObject({ name: 'Musique', description: '<b>Loud</b>' });
});

test('Records keep their language, whatever the default of the site', async () => {
  const { source, send, apiUrl } = await startSource();
  const category = await send('/categories', { name: 'Musique', i18n_language: 'fr' });
  await send(`/categories/${category}`, { name: 'Music', i18n_language: 'en' }, 'PATCH');
  const id = await send('/events', {
    ...when,
    title: 'Fête',
    description: 'Venez',
    i18n_language: 'fr',
    categories: [category],
  });
  await send(`/events/${id}`, { title: 'Feast', i18n_language: 'en' }, 'PATCH');
  const target = await startTestApp();
  await importFrom(target, apiUrl);
  for (const i18n_language of ['en', 'fr', 'de']) {
    for (const path of [`/events/${id}`, `/categories/${category}`]) {
      const [there, here] = [
        (await source.request({ path, query: { i18n_language } })).body,
        (await target.request({ path, query: { i18n_language } })).body,
      ];
      const { external_id: _, categories, ...shown } = here;
      const { categories: expected, ...rest } = there;
      expect(shown, i18n_language).toEqual(rest);
      expect(categories && Object.keys(categories)).toEqual(expected && Object.keys(expected));
    }
  }
});

test('Records keep their language in a calendar with all eight', async () => {
  const { source, send, apiUrl } = await startSource();
  const translate = (path: string, language: string, json: object) =>
    send(path, { ...json, i18n_language: language }, 'PATCH');
  const paths: string[] = [];
  for (const [at, own] of languages.entries()) {
    const others = languages.filter((language) => language !== own);
    const [first, second] = [others[at % 7], others[(at + 3) % 7]] as [string, string];
    const venue = await send('/venues', { venue: `Saal ${own}`, description: `V ${own}`, i18n_language: own });
    const tag = await send('/tags', { name: `Tag ${own}`, i18n_language: own });
    const texts = { title: `Fest ${own}`, description: `D ${own}`, i18n_language: own, venue, tags: [tag] };
    const event = await send('/events', { ...when, ...texts });
    paths.push(`/events/${event}`, `/venues/${venue}`, `/tags/${tag}`);
    await translate(`/events/${event}`, first, { title: `Title ${own} ${first}`, slug: `slug-${own}-${first}` });
    await translate(`/events/${event}`, second, { description: `Only ${second}`, slug: `slug-${own}-${second}` });
    await translate(`/venues/${venue}`, second, { venue: `Venue ${second}` });
    await translate(`/tags/${tag}`, first, { name: `Name ${first}` });
  }
  const target = await startTestApp();
  await importFrom(target, apiUrl);
  for (const i18n_language of languages) {
    for (const path of paths) {
      const [there, here] = [
        (await source.request({ path, query: { i18n_language } })).body,
        (await target.request({ path, query: { i18n_language } })).body,
      ];
      expect(withoutExternalIds(here), `${path} ${i18n_language}`).toEqual(there);
    }
  }
});

/** A Kalends before the reason for an event's status, in front of this one. */
async function earlierKalends(origin: string): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    const reply = await fetch(origin + url);
    const body = (await reply.text()).replaceAll(/"event_status_reason":"[^"]*",/g, '');
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  });
  return listenLocally(server);
}

test('Texts that an earlier Kalends lacks stay as they are here, also in other languages', async () => {
  const { source, send, apiUrl } = await startSource();
  const earlier = (await earlierKalends(apiUrl.slice(0, -namespace.length))) + namespace;
  const id = await send('/events', { ...when, title: 'Fair' });
  const translate = (title: string) => send(`/events/${id}`, { title, i18n_language: 'fr' }, 'PATCH');
  await translate('Foire');
  const target = await startTestApp();
  await importFrom(target, earlier);
  for (const [i18n_language, event_status_reason] of [
    ['en', 'Storm'],
    ['fr', 'Tempête'],
  ]) {
    const json = { event_status: 'postponed', event_status_reason, i18n_language };
    expect((await target.request({ as: 'admin', method: 'PATCH', path: `/events/${id}`, json })).status).toBe(200);
  }
  for (const app of [source, target]) app.clock.advance(3600);
  await translate('La foire');
  await importFrom(target, earlier);
  const inFrench = { path: `/events/${id}`, query: { i18n_language: 'fr' } };
  expect((await target.request(inFrench)).body).toMatchObject({ title: 'La foire', event_status_reason: 'Tempête' });
  expect((await target.request({ path: `/events/${id}` })).body).toMatchObject({ event_status_reason: 'Storm' });
});

test('Images keep their titles and alternative texts in every language', async () => {
  const { source, send, apiUrl } = await startSource();
  const texts = [
    [
      { title: 'Poster', alt_text: 'A singer', i18n_language: 'en' },
      { title: 'Affiche', i18n_language: 'fr' },
    ],
    [{ alt_text: 'Un théâtre', i18n_language: 'fr' }],
    [
      { title: 'Logo', alt_text: '', i18n_language: 'en' },
      { title: 'Logo', alt_text: 'Ein Haus', i18n_language: 'de' },
    ],
  ];
  const ids: number[] = [];
  for (const [at, changes] of texts.entries()) {
    const { body } = await uploadRaw(await png({ width: 20 + at, height: 20 }), { app: source, as: 'admin' });
    for (const json of changes) await send(`/media/${body.id}`, json, 'PATCH');
    await send('/events', { ...when, title: 'Concert', image: body.id });
    ids.push(body.id);
  }
  const target = await startTestApp();
  await importFrom(target, apiUrl, { allow: new URL(apiUrl).host });
  for (const id of ids)
    for (const i18n_language of languages) {
      const [there, here] = [source, target].map((app) =>
        app.request({ path: `/media/${id}`, query: { i18n_language } }),
      );
      const { title, alt_text, language, translations } = (await there)?.body ?? {};
      expect((await here)?.body, i18n_language).toMatchObject({ title, alt_text, language, translations });
    }
});

test('A record with texts in all eight languages keeps its slugs', async () => {
  const { source, send, apiUrl } = await startSource();
  const id = await send('/events', { ...when, title: 'Fest', slug: 'fest', i18n_language: 'de' });
  for (const i18n_language of languages.filter((one) => one !== 'de'))
    await send(`/events/${id}`, { title: `Fest ${i18n_language}`, i18n_language }, 'PATCH');
  await send(`/events/${id}`, { slug: 'feast', i18n_language: 'en' }, 'PATCH');
  const target = await startTestApp();
  await importFrom(target, apiUrl);
  for (const i18n_language of languages) {
    const [there, here] = [source, target].map((app) =>
      app.request({ path: `/events/${id}`, query: { i18n_language } }),
    );
    expect((await here)?.body['title']).toBe((await there)?.body['title']);
  }
  for (const slug of ['fest', 'feast'])
    expect((await target.request({ path: `/events/by-slug/${slug}` })).body['id']).toBe(id);
});

test('Texts of a Kalends are not decoded', async () => {
  const { source, send, apiUrl } = await startSource();
  const written = ['AT&amp;T', 'a &lt;b&gt; c', '&copy; &#169; &#x1F600;', 'x &nbsp; y', '&amp;amp;'];
  const website = 'https://x.example/?q=a&amp;b=1&lt=2&copy=3';
  const paths: string[] = [];
  for (const text of written) {
    const parts = { address: text, city: text, zip: text, phone: text };
    const venue = await send('/venues', { venue: text, ...parts, website });
    const organizer = await send('/organizers', { organizer: text, website });
    const tag = await send('/tags', { name: text });
    const tickets = [{ name: text, url: website, price: 5, currency: 'EUR' }];
    const named = { venue, organizer, tags: [tag], tickets };
    const event = await send('/events', { ...when, title: text, website, cost: text, ...named });
    await send(`/events/${event}`, { title: `${text} fr`, website: `${website}&fr`, i18n_language: 'fr' }, 'PATCH');
    await send(`/tags/${tag}`, { name: `${text} fr`, i18n_language: 'fr' }, 'PATCH');
    paths.push(`/events/${event}`, `/venues/${venue}`, `/organizers/${organizer}`, `/tags/${tag}`);
  }
  const ownPage = 'http://calendar.example/event/own/';
  paths.push(`/events/${await send('/events', { ...when, title: 'Own', website: ownPage })}`);
  const target = await startTestApp();
  await importFrom(target, apiUrl);
  for (const i18n_language of ['en', 'fr']) {
    for (const path of paths) {
      const [there, here] = [
        (await source.request({ path, query: { i18n_language } })).body,
        (await target.request({ path, query: { i18n_language } })).body,
      ];
      expect(withoutExternalIds(here), `${path} ${i18n_language}`).toEqual(there);
    }
  }
});

test('A record that was trashed at the source frees its slugs', async () => {
  const { source, send, apiUrl } = await startSource();
  const organizer = await send('/organizers', { organizer: 'Ann', i18n_language: 'ja' });
  await send(`/organizers/${organizer}`, { organizer: 'Ana', slug: 'ana', i18n_language: 'es' }, 'PATCH');
  const other = await send('/organizers', { organizer: 'Bob' });
  await send(`/organizers/${other}`, { organizer: 'Robert', i18n_language: 'fr' }, 'PATCH');
  const event = await send('/events', { ...when, title: 'Concert', organizer: [other] });
  const target = await startTestApp();
  const options = { credentials: credentialsOf(source), withTrash: true };
  await importFrom(target, apiUrl, options);
  for (const { clock } of [source, target]) clock.advance(60);
  await source.request({ as: 'admin', method: 'DELETE', path: `/organizers/${organizer}` });
  // An event that embeds the other one, so that organizers are requested in languages.
  await send(`/events/${event}`, { cost: '5' }, 'PATCH');
  for (const { clock } of [source, target]) clock.advance(60);
  await importFrom(target, apiUrl, { ...options, sync: true });
  for (const i18n_language of ['ja', 'es']) {
    const { body } = await target.request({ as: 'ed', path: `/organizers/${organizer}`, query: { i18n_language } });
    expect([body['status'], body['slug']]).toEqual(['trash', `${i18n_language === 'es' ? 'ana' : 'ann'}__trashed`]);
  }
});

test('Events of all years are imported', async () => {
  const { send, apiUrl } = await startSource();
  const days = ['0001-01-02', '0999-06-01', '1900-01-01', '2400-02-29', '3000-01-01', '9999-12-30'];
  for (const day of days)
    for (const timezone of ['Pacific/Kiritimati', 'UTC', 'Etc/GMT+12'])
      await send('/events', { title: day, start_date: `${day} 12:00`, end_date: `${day} 12:00`, timezone });
  const target = await startTestApp();
  const { report } = await importFrom(target, apiUrl);
  expect(report.counts.events.created).toBe(3 * days.length);
});

test('Sub-events, tickets, hidden and trashed events, and categories in any order are imported', async () => {
  const { source, send, apiUrl } = await startSource();
  const parent = await send('/events', { ...when, title: 'Festival', hide_from_listings: true });
  const tickets = [{ name: 'Seat', price: 12.5, currency: 'EUR', available_from: '2027-03-01 10:00' }];
  const part = await send('/events', { ...when, title: 'Concert', post_parent: parent, tickets });
  const gone = await send('/events', { ...when, title: 'Gone' });
  const both = await send('/events', { ...when, title: 'Gone and hidden', hide_from_listings: true });
  for (const id of [gone, both]) await source.request({ as: 'admin', method: 'DELETE', path: `/events/${id}` });
  const target = await startTestApp();
  const { report } = await importFrom(target, apiUrl, { credentials: credentialsOf(source), withTrash: true });
  expect(report.counts.events.created).toBe(4);
  expect(report.notes).toEqual([]);
  const shown = (await target.request({ as: 'admin', path: `/events/${part}` })).body;
  expect(shown).toMatchObject({ post_parent: parent, ticketed: true, tickets: [{ name: 'Seat', price: 12.5 }] });
  const rows = await target.store.reader
    .selectFrom('events')
    .select(['id', 'status', 'hide_from_listings'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: parent, status: 'publish', hide_from_listings: 1 },
    { id: part, status: 'publish', hide_from_listings: 0 },
    { id: gone, status: 'trash', hide_from_listings: 0 },
    { id: both, status: 'trash', hide_from_listings: 1 },
  ]);
});

test('The events of a Kalends are not requested one by one', async () => {
  const { source, send, apiUrl } = await startSource();
  for (const title of ['One', 'Two']) await send('/events', { ...when, title, event_status: 'canceled' });
  const paths: string[] = [];
  source.app.server.on('request', ({ url = '' }) => paths.push(url));
  const target = await startTestApp();
  for (const sync of [false, true]) expect((await importFrom(target, apiUrl, { sync })).report.notes).toEqual([]);
  expect(paths.filter((path) => /\/events\/v1\/events\?/.test(path)).length).toBeGreaterThan(0);
  expect(paths.filter((path) => /\/events\/\d+|\/wp\/v2\//.test(path))).toEqual([]);
});
