// Events, venues, organizers, categories and images in the format of WordPress, read-only.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, kinds, make } from '../../support/field-table.ts';
import { jpeg } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const root = 'http://calendar.example/wp-json/wp/v2';
let app: TestApp;
let event: Body & { id: number; slug: string };
let past: Body & { id: number };
let draft: Body & { id: number };

beforeAll(async () => {
  app = await startTestApp();
  past = await make(app, 'events', {
    title: 'Long ago',
    start_date: '2001-05-01 10:00',
    end_date: '2001-05-01 11:00',
    date: '2026-01-01 00:00',
  });
  event = await make(app, 'events', {
    ...kinds.events.required(),
    title: 'Q & A',
    description: '<p>Text</p>',
    cost: '5',
    categories: ['Talks'],
    tags: ['Free entry'],
    venue: { venue: 'Hall', address: '1 Road', city: 'York', geo_lat: 53.9, geo_lng: -1.08 },
    organizer: [{ organizer: 'Club', email: 'club@example.org' }],
  });
  draft = await make(app, 'events', { ...kinds.events.required(), title: 'Not yet', status: 'draft' });
});

const read = <T = Body[]>(path: string, as: 'ed' | null = null) => app.request<T>({ as, path: root + path });
const idsIn = async (path: string) => (await read(path)).body.map(({ id }) => id);

test('An event has the format of WordPress, with further fields under meta', async () => {
  const { status, body } = await read<Body>(`/tribe_events/${event.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: event.id,
    type: 'tribe_events',
    status: 'publish',
    slug: event.slug,
    link: event['url'],
    author: 2,
    title: { rendered: 'Q &#038; A' },
    content: { rendered: '<p>Text</p>', protected: false },
    tribe_events_cat: [(event['categories'] as Body[])[0]?.['id']],
    tags: [(event['tags'] as Body[])[0]?.['id']],
    meta: { _EventStartDate: '2027-06-10 10:00:00', _EventCost: '$5', _EventVenueID: [(event['venue'] as Body)['id']] },
  });
  expect(body['date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
});

describe('Lists', () => {
  test('Lists of events include past ones, newest first, and only published ones', async () => {
    expect(await idsIn('/tribe_events')).toEqual([event.id, past.id]);
    expect(await idsIn(`/tribe_events?include=${past.id},${event.id}&orderby=include`)).toEqual([past.id, event.id]);
    expect(await idsIn(`/tribe_events?slug=${past['slug']}&orderby=include_slugs`)).toEqual([past.id]);
    expect(await idsIn('/tribe_events?orderby=include')).toEqual([event.id, past.id]);
    expect(await idsIn('/tribe_events?order=asc')).toEqual([past.id, event.id]);
    expect(await idsIn('/tribe_events?search=long')).toEqual([past.id]);
    expect(await idsIn(`/tribe_events?include=${past.id},${event.id},${draft.id},999`)).toEqual([past.id, event.id]);
    const [category] = event['categories'] as Body[];
    expect(await idsIn(`/tribe_events?tribe_events_cat=${category?.['id']}`)).toEqual([event.id]);
    const drafts = await app.request<Body[]>({ as: 'ed', path: `${root}/tribe_events?status=draft` });
    expect(drafts.body.map(({ id }) => id)).toEqual([draft.id]);
  });
  test('Records are found by their slugs', async () => {
    const slugs = [past['slug'], 'no-such-slug', String(event['slug']).toUpperCase(), draft['slug'], event['slug']];
    expect(await idsIn(`/tribe_events?slug=${event['slug']}`)).toEqual([event.id]);
    expect(await idsIn(`/tribe_events?slug[]=${slugs.join('&slug[]=')}`)).toEqual([past.id, event.id]);
    expect(await idsIn('/tribe_events?slug=no-such-slug')).toEqual([]);
    expect((await read('/tribe_venue?slug=hall')).body).toMatchObject([{ title: { rendered: 'Hall' } }]);
    expect((await read('/tribe_organizer?slug=hall')).body).toEqual([]);
  });
  test('Lists come in pages, with totals and links in headers', async () => {
    const first = await read('/tribe_events?per_page=1');
    expect(first.headers).toMatchObject({ 'x-wp-total': '2', 'x-wp-totalpages': '2' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] as string)?.[1] as string;
    const second = await app.request<Body[]>({ path: next });
    expect(second.body.map(({ id }) => id)).toEqual([past.id]);
  });
  test('Clients that skip a number of items reach each one once, and then an empty list', async () => {
    for (const path of ['/tribe_events?order=asc', '/tribe_venue', '/tribe_events_cat', '/tags', '/media']) {
      const list = `${path}${path.includes('?') ? '&' : '?'}`;
      const all = await idsIn(`${list}per_page=50`);
      for (const perPage of [1, 2, 3])
        for (let offset = 0; offset <= all.length + 1; offset++)
          expect(
            await idsIn(`${list}per_page=${perPage}&offset=${offset}&page=2`),
            `${list} ${perPage} ${offset}`,
          ).toEqual(all.slice(offset, offset + perPage));
    }
    const { headers } = await read('/tribe_events?per_page=1&offset=0');
    expect(headers).toMatchObject({ 'x-wp-total': '2', 'x-wp-totalpages': '2' });
    expect(headers['link']).not.toContain('rel="next"');
    expect((await read('/tribe_events?offset=-1')).status).toBe(400);
  });
  test('Pages have no more records than the calendar allows, and their number says so', async () => {
    const small = await startTestApp({ settings: { maxPerPage: 1 } });
    for (const title of ['One', 'Two', 'Three']) await make(small, 'events', { ...kinds.events.required(), title });
    const list = (page: number) => small.request<Body[]>({ path: `${root}/tribe_events?per_page=100&page=${page}` });
    expect((await list(1)).headers).toMatchObject({ 'x-wp-total': '3', 'x-wp-totalpages': '3' });
    expect((await list(3)).body).toHaveLength(1);
  });
  test('A page past the end is refused as in WordPress, but not an empty first page or a page of terms', async () => {
    for (const kind of ['tribe_events', 'tribe_venue', 'tribe_organizer']) {
      const { status, body } = await read<Body>(`/${kind}?per_page=1&page=9`);
      expect([status, body['code']], kind).toEqual([400, 'rest_post_invalid_page_number']);
    }
    const { body } = await read<Body>(`/tribe_events?include=${event.id}&page=2`);
    expect(body['code']).toBe('rest_post_invalid_page_number');
    expect(await idsIn(`/tribe_events?include=${past.id},${event.id}&per_page=1&page=2`)).toEqual([event.id]);
    expect(await idsIn('/tribe_events?search=nothing&page=2')).toEqual([]);
    expect(await idsIn('/tribe_events_cat?page=9')).toEqual([]);
    expect(await idsIn('/media?page=9')).toEqual([]);
  });
  test('Venues, organizers and categories have lists', async () => {
    expect((await read('/tribe_venue')).body).toMatchObject([
      { type: 'tribe_venue', title: { rendered: 'Hall' }, meta: { _VenueCity: 'York', _VenueLat: '53.9' } },
    ]);
    expect((await read('/tribe_organizer')).body).toMatchObject([
      { type: 'tribe_organizer', title: { rendered: 'Club' }, meta: { _OrganizerEmail: 'club@example.org' } },
    ]);
    expect((await read('/tribe_events_cat?slug=talks')).body).toMatchObject([
      { name: 'Talks', taxonomy: 'tribe_events_cat', parent: 0, count: 1 },
    ]);
  });
  test('The author of a venue whose author was erased is nobody', async () => {
    const orphaned = await startTestApp();
    await make(orphaned, 'venues', { venue: 'Hall' });
    await orphaned.store.write((db) => db.updateTable('linked_records').set({ author_id: 0 }).execute());
    expect((await orphaned.request<Body[]>({ path: `${root}/tribe_venue` })).body).toMatchObject([{ author: 0 }]);
  });
  test('Images are listed in the format of WordPress', async () => {
    const { status, body, headers } = await read('/media');
    expect([status, body, headers['x-wp-total']]).toEqual([200, [], '0']);
  });
});

describe('Lists of images', () => {
  let blue: number;
  let red: number;
  beforeAll(async () => {
    const upload = async (colour: string, filename: string) => {
      const headers = { 'content-disposition': `attachment; filename="${filename}"` };
      return (await uploadRaw(await jpeg({ width: 300, height: 200, colour }), { app, headers })).body.id;
    };
    blue = await upload('#102030', '3fa9-Blue_Poster.jpg');
    red = await upload('#a02030', 'Red Poster.jpg');
    await upload('#10a030', 'Poster.jpg');
  });
  test('Images are found by their ids, in this order', async () => {
    expect(await idsIn(`/media?include=${red},${blue},999&orderby=include`)).toEqual([red, blue]);
    expect(await idsIn(`/media?include[]=${blue}&include[]=${red}&per_page=1&page=2`)).toEqual([red]);
    expect(await idsIn('/media?include=999')).toEqual([]);
  });
  test('Images are found by their slugs, so that a script uploads no image twice and shows no other', async () => {
    const { slug } = (await read<Body>(`/media/${blue}`)).body;
    expect(await idsIn(`/media?slug=${slug}&media_type=image`)).toEqual([blue]);
    expect(await idsIn('/media?slug[]=red-poster&slug[]=none')).toEqual([red]);
    expect(await idsIn('/media?slug=3fa9')).toEqual([]);
  });
  test('No image is attached to a record, so that a gallery of an event shows no others', async () => {
    expect(await idsIn(`/media?parent=${event.id}`)).toEqual([]);
    expect(await idsIn(`/media?parent[]=${event.id}&include=${red}`)).toEqual([]);
    expect(await idsIn(`/media?parent=0&include=${red}`)).toEqual([red]);
  });
  test('Images are found by their slugs though their titles have apostrophes or are empty', async () => {
    const headers = { 'content-disposition': 'attachment; filename="Rock\'n\'Roll.jpg"' };
    const { id } = (await uploadRaw(await jpeg({ width: 30, height: 20, colour: '#123456' }), { app, headers })).body;
    expect(await idsIn('/media?slug=rocknroll')).toEqual([id]);
    await app.request({ as: 'ed', method: 'PATCH', path: `/media/${id}`, json: { title: '' } });
    expect(await idsIn(`/media?slug=${id}`)).toEqual([id]);
    expect(await idsIn(`/media?slug=${id},red-poster`)).toEqual([id, red]);
  });
  test('A page past the end is refused', async () => {
    const { status, body } = await read<Body>('/media?page=9');
    expect([status, body['code']]).toEqual([400, 'rest_post_invalid_page_number']);
  });
});

test('Records that do not exist or are not public are refused', async () => {
  const codeOf = async (path: string) => (await read<Body>(path)).body['code'];
  expect(await codeOf('/tribe_events/999')).toBe('rest_post_invalid_id');
  expect(await codeOf(`/tribe_venue/${event.id}`)).toBe('rest_post_invalid_id');
  expect(await codeOf('/tribe_events_cat/999')).toBe('rest_term_invalid');
  expect(await codeOf(`/tribe_events/${draft.id}`)).toBe('event-not-accessible');
  expect(await codeOf('/tribe_events?orderby=nonsense')).toBe('rest_invalid_param');
  expect((await app.request({ as: 'ed', method: 'POST', path: `${root}/tribe_events`, json: {} })).status).toBe(404);
});

describe('oEmbed', () => {
  const site = 'http://calendar.example';
  const embed = (query: string) => app.request<Body>({ path: `${site}/wp-json/oembed/1.0/embed?${query}` });
  test('OEmbed describes the page of an event', async () => {
    const { status, body } = await embed(`url=${encodeURIComponent(event['url'] as string)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: '1.0', type: 'rich', title: 'Q & A', provider_url: `${site}/`, width: 600 });
    expect(body['html']).toContain(`<a href="${event['url']}">Q &amp; A</a>`);
    expect(body['html']).not.toMatch(/<script|<iframe/);
  });
  test('A timed event shows its time, and one of whole days only the day', async () => {
    const allDay = await make(app, 'events', { ...kinds.events.required(), title: 'Fair', all_day: true });
    const htmlOf = async ({ url }: Body) => (await embed(`url=${encodeURIComponent(url as string)}`)).body['html'];
    expect(await htmlOf(event)).toContain('<time datetime="2027-06-10T10:00:00">2027-06-10 10:00</time>');
    expect(await htmlOf(allDay)).toContain('<time datetime="2027-06-10">2027-06-10</time>');
  });
  test('The thumbnail is within the limits of the caller', async () => {
    const { body: image } = await uploadRaw(await jpeg({ width: 1200, height: 800 }), { app });
    const { url } = await make(app, 'events', { ...kinds.events.required(), title: 'Seen', image: image.id });
    const sizeFor = async (limits: string) => {
      const { body } = await embed(`url=${encodeURIComponent(url as string)}${limits}`);
      return [body['thumbnail_width'], body['thumbnail_height']];
    };
    expect(await sizeFor('')).toEqual([1200, 800]);
    expect(await sizeFor('&maxwidth=')).toEqual([1200, 800]);
    expect(await sizeFor('&maxwidth=800')).toEqual([768, 512]);
    expect(await sizeFor('&maxwidth=800&maxheight=300')).toEqual([300, 200]);
    expect(await sizeFor('&maxwidth=100')).toEqual([undefined, undefined]);
  });
  test('Other paths are 404, and other formats 400', async () => {
    expect((await embed(`url=${site}/event/none/`)).status).toBe(404);
    expect((await embed('url=https://elsewhere.example/event/x/')).status).toBe(404);
    expect((await embed(`url=${encodeURIComponent(event['url'] as string)}&format=xml`)).status).toBe(400);
    expect((await embed('')).status).toBe(400);
  });
  test('The page of an event links to its oEmbed description', async () => {
    const { body } = await app.request<string>({ path: event['url'] as string, headers: { accept: 'text/html' } });
    const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(body)?.[1];
    expect(
      (
        await app.request<Body>({
          path: link?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))) as string,
        })
      ).body['title'],
    ).toBe('Q & A');
  });
});

describe('Embedded records', () => {
  const embeddedIn = async (path: string, as: 'ed' | null = null) =>
    (await read<Body>(path, as)).body['_embedded'] as Record<string, Body[][]> | undefined;
  let pictured: Body & { id: number };
  let image: number;

  beforeAll(async () => {
    const { body } = await uploadRaw(await jpeg(), { app, as: 'ed' });
    image = body['id'] as number;
    await app.request({ as: 'ed', method: 'POST', path: `/media/${image}`, json: { alt_text: 'A stage' } });
    const terms = { categories: ['Talks'], tags: ['Free entry'] };
    pictured = await make(app, 'events', { ...kinds.events.required(), title: 'With a picture', image, ...terms });
  });

  test.each(['_embed', '_embed=1', '_embed=true'])('With %s, an event has its image and terms', async (query) => {
    const embedded = await embeddedIn(`/tribe_events/${pictured.id}?${query}`);
    const attachment = (await read<Body>(`/media/${image}`)).body;
    expect(attachment).toMatchObject({ id: image, alt_text: 'A stage' });
    expect(embedded).toEqual({
      'wp:featuredmedia': [attachment],
      'wp:term': [
        [expect.objectContaining({ name: 'Free entry', taxonomy: 'post_tag', slug: 'free-entry' })],
        [(await read<Body>(`/tribe_events_cat/${(pictured['categories'] as Body[])[0]?.['id']}`)).body],
      ],
    });
  });

  test('Nothing is embedded unless it is asked for, and only what is named', async () => {
    expect(await embeddedIn(`/tribe_events/${pictured.id}`)).toBeUndefined();
    const names = async (embed: string) =>
      Object.keys((await embeddedIn(`/tribe_events/${pictured.id}?_embed=${embed}`)) ?? {});
    expect(await names('wp:term')).toEqual(['wp:term']);
    expect(await names('author,wp:featuredmedia')).toEqual(['wp:featuredmedia']);
    expect(await names('author')).toEqual([]);
  });

  test('Lists embed too, also those of named records, and their links keep the parameter', async () => {
    const { body, headers } = await read('/tribe_events?_embed&per_page=1&orderby=id');
    expect(body[0]).toMatchObject({ id: pictured.id, _embedded: { 'wp:featuredmedia': [{ id: image }] } });
    expect(headers['link']).toContain('_embed');
    const named = await read(`/tribe_events?_embed=1&include=${event.id},${pictured.id}`);
    expect(named.body.map(({ _embedded }) => Object.keys(_embedded as object))).toEqual([
      ['wp:term'],
      ['wp:featuredmedia', 'wp:term'],
    ]);
  });

  test('A venue has its image only, and one without an image nothing', async () => {
    const venue = await make(app, 'venues', { venue: 'Pictured hall', image });
    expect(await embeddedIn(`/tribe_venue/${venue.id}?_embed`)).toMatchObject({ 'wp:featuredmedia': [{ id: image }] });
    expect(await embeddedIn(`/tribe_venue/${(event['venue'] as Body)['id']}?_embed`)).toBeUndefined();
  });

  test('A password hides what would be embedded', async () => {
    const secret = { ...kinds.events.required(), password: 'sesame', image, tags: ['Free entry'] };
    const { id } = await make(app, 'events', secret);
    const listed = (await read('/tribe_events?_embed')).body.find((one) => one.id === id);
    expect(listed?.['_embedded'] ?? {}).not.toHaveProperty('wp:featuredmedia');
    expect(JSON.stringify(listed)).not.toContain('Free entry');
  });

  test('A changed description of an image changes the time of the response', async () => {
    const timeOf = async () => (await read(`/tribe_events/${pictured.id}?_embed`)).headers['last-modified'];
    const before = await timeOf();
    app.clock.advance(60);
    await app.request({ as: 'ed', method: 'POST', path: `/media/${image}`, json: { alt_text: 'The stage' } });
    expect(await timeOf()).not.toBe(before);
  });

  test('Names of terms are HTML, as titles are, wherever they are read', async () => {
    const terms = { categories: ['Arts & "Crafts"'], tags: ['Rock & Roll'] };
    const { id, tags, categories } = await make(app, 'events', { ...kinds.events.required(), ...terms });
    const single = async (path: string, of: unknown) => (await read<Body>(`${path}/${(of as Body[])[0]?.['id']}`)).body;
    const [tag, category] = [await single('/tags', tags), await single('/tribe_events_cat', categories)];
    expect([tag['name'], category['name']]).toEqual(['Rock &#038; Roll', 'Arts &#038; &quot;Crafts&quot;']);
    expect((await read('/tags?search=rock')).body).toEqual([tag]);
    expect((await read('/tribe_events_cat?search=arts')).body).toEqual([category]);
    expect(await embeddedIn(`/tribe_events/${id}?_embed`)).toEqual({ 'wp:term': [[tag], [category]] });
  });
});
