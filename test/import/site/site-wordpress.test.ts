// What WordPress has besides the lists of events: statuses, coordinates of venues, hidden events and texts of images.
import { expect, test } from 'vitest';
import { Stopped } from '../../../src/core/transfer-problem.ts';
import { png } from '../../support/media/images.ts';
import { type FakeSite, siteEvent, startFakeWordPress, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { remarksOf, temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';
import { eventsOf, venue } from './town.ts';

const meta = (id: number, more: object) => ({ id, meta: { _tribe_events_status: '', ...more } });

test('Fields that only wp/v2 has are imported', async () => {
  const site = await startFakeWordPress({
    maxPerPage: 2,
    wp: {
      tribe_events: [
        meta(1, { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'The singer&#8217;s ill' }),
        meta(2, { _tribe_events_status: 'moved-online', _tribe_events_virtual_url: 'https://meet.example/2' }),
        meta(3, { _tribe_events_is_virtual: true, _tribe_virtual_events_type: 'hybrid' }),
        meta(200, { _tribe_events_status: 'postponed' }),
      ],
      tribe_venue: [{ id: 900, meta: { _VenueLat: '45.76', _VenueLng: '4.83' } }],
      media: [
        { id: 1070, title: { rendered: 'A &#8216;poster&#8217;' }, alt_text: `A singer ${'x'.repeat(2000)}` },
        { id: 1071, title: { rendered: 'Secret' }, alt_text: 'Of a hidden event' },
      ],
    },
  });
  site.files['/poster.png'] = await png();
  site.files['/hidden.png'] = await png();
  const image = { id: 1070, url: `${site.origin}/poster.png` };
  for (let id = 1; id <= 3; id++)
    site.records.events.push(siteEvent(site, id, { venue, ...(id === 1 ? { image } : {}) }));
  site.records.venues.push(venue);
  site.records.events.push(
    siteEvent(site, 200, { hide_from_listings: true, image: { id: 1071, url: `${site.origin}/hidden.png` } }),
  );
  const app = await startTestApp();
  const allow = new URL(site.origin).host;
  const { report } = await importFrom(app, site.apiUrl, { allow });
  expect(report.counts.events).toMatchObject({ created: 4, skipped: 0 });
  const events = new Map((await eventsOf(app)).map((event) => [event.id, event]));
  expect(events.get(1)).toMatchObject({
    event_status: 'canceled',
    event_status_reason: 'The singer’s ill',
    venue: { geo_lat: 45.76, geo_lng: 4.83 },
  });
  expect(events.get(2)).toMatchObject({
    event_status: 'moved_online',
    attendance_mode: 'online',
    online_url: 'https://meet.example/2',
  });
  expect(events.get(3)).toMatchObject({ event_status: 'scheduled', attendance_mode: 'mixed' });
  const { body: hidden } = await app.request({ as: 'admin', path: '/events/200' });
  expect(hidden).toMatchObject({ hide_from_listings: true, event_status: 'postponed' });
  const { body: medium } = await app.request({ path: '/media/1070' });
  expect(medium).toMatchObject({ title: 'A ‘poster’', alt_text: `A singer ${'x'.repeat(1991)}` });
  const { body: ofHidden } = await app.request({ as: 'admin', path: '/media/1071' });
  expect(ofHidden).toMatchObject({ title: 'Secret', alt_text: 'Of a hidden event' });
  const again = await importFrom(app, site.apiUrl, { allow });
  expect(again.report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('Without wp/v2 each event is requested to learn whether it is canceled', async () => {
  const site = await startFakeWordPress();
  const json_ld = { eventStatus: 'https://schema.org/EventCancelled' };
  site.records.events.push(siteEvent(site, 1), siteEvent(site, 2));
  site.quirks.before = (path, reply) => {
    if (!/\/events\/2$/.test(path)) return false;
    const headers = { 'content-type': 'application/json' };
    reply.writeHead(200, headers).end(JSON.stringify({ ...siteEvent(site, 2), json_ld }));
    return true;
  };
  const app = await startTestApp();
  await importFrom(app, site.apiUrl);
  const events = await eventsOf(app);
  expect(events.map(({ event_status: status }) => status)).toEqual(['scheduled', 'canceled']);
});

test('A site that stops answering requests for single events is reported', async () => {
  const site = await startFakeWordPress();
  site.records.events.push(siteEvent(site, 1), siteEvent(site, 2), siteEvent(site, 3));
  site.quirks.before = (path, reply) => {
    if (!/\/events\/[23]$/.test(path)) return false;
    reply.writeHead(429, { 'retry-after': '3600' }).end();
    return true;
  };
  const { report } = await importFrom(await startTestApp(), site.apiUrl);
  expect(report.counts.events).toMatchObject({ created: 3 });
  expect(Object.values(remarksOf(report.notes))).toEqual([['the site: event 2']]);
});

test('A protected event reveals nothing that only wp/v2 has', async () => {
  const site = await startFakeWordPress({
    wp: { tribe_events: [meta(1, { _tribe_events_virtual_url: 'https://meet.example/secret' })] },
  });
  site.records.events.push(siteEvent(site, 1, { password: 'sesame' }));
  const app = await startTestApp();
  await importFrom(app, site.apiUrl);
  expect(JSON.stringify(await eventsOf(app))).not.toContain('meet.example');
});

test('A hidden event with a password is imported as a private one, and followed', async () => {
  const site = await startFakeWordPress({ wp: { tribe_events: [meta(1, {}), meta(2, {})] } });
  const hidden = (more: object) => siteEvent(site, 2, { hide_from_listings: true, password: 'x', ...more });
  site.records.events.push(siteEvent(site, 1), hidden({ cost: '$5' }));
  const app = await startTestApp();
  const sync = async () => (await importFrom(app, site.apiUrl, { credentials: wordPressUser, sync: true })).report;
  const shown = async () => (await app.request({ as: 'admin', path: '/events/2' })).body;
  expect((await sync()).counts.events).toMatchObject({ created: 2 });
  expect(await shown()).toMatchObject({ status: 'private', cost: '$5', hide_from_listings: true });
  site.records.events[1] = hidden({ cost: '$6', modified_utc: '2026-03-02 10:00:00' });
  await sync();
  expect(await shown()).toMatchObject({ status: 'private', cost: '$6' });
});

test('A site with a broken wp/v2 is imported without it', async () => {
  const site = await startFakeWordPress();
  site.records.events.push(siteEvent(site, 1));
  site.quirks.before = (path, reply) => {
    if (!path.includes('/wp/v2/')) return false;
    reply.writeHead(path.includes('venue') ? 500 : 200, { 'content-type': 'application/json' }).end('[{');
    return true;
  };
  const app = await startTestApp();
  expect((await importFrom(app, site.apiUrl)).report.counts.events).toMatchObject({ created: 1 });
});

test('A resumed import does not request the lists of wp/v2 again that it has read', async () => {
  const site = await startFakeWordPress({ wp: { tribe_events: [meta(1, { _tribe_events_status: 'canceled' })] } });
  site.records.events.push(siteEvent(site, 1));
  const stopper = new AbortController();
  site.quirks.before = (path) => {
    if (path.includes('tribe_venue')) stopper.abort();
    return false;
  };
  const app = await startTestApp();
  const folder = `${temporaryFolder()}/imports`;
  await expect(importFrom(app, site.apiUrl, { folder, signal: stopper.signal })).rejects.toThrow(Stopped);
  const requests = site.requests.length;
  await importFrom(app, site.apiUrl, { folder });
  expect(site.requests.slice(requests).filter(({ path }) => path.includes('tribe_events'))).toEqual([]);
  expect(await eventsOf(app)).toMatchObject([{ event_status: 'canceled' }]);
});

const singleReads = (site: FakeSite): number[] =>
  site.requests.flatMap(({ path }) => Number(/\/v1\/events\/(\d+)/.exec(path)?.[1] ?? 0) || []);

test('Past events have what only wp/v2 has, although its list ends with the events that are over', async () => {
  const past = (id: number, more: object) => ({ ...meta(id, more), past: true });
  const site = await startFakeWordPress({
    wp: { tribe_events: [past(1, { _tribe_events_status: 'canceled' }), past(2, {}), meta(3, {})] },
  });
  site.records.events.push(siteEvent(site, 1), siteEvent(site, 2, { hide_from_listings: true }), siteEvent(site, 3));
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl);
  expect(report.counts.events).toMatchObject({ created: 3 });
  expect(singleReads(site)).toEqual([2]);
  expect((await eventsOf(app)).map(({ event_status }) => event_status)).toEqual(['canceled', 'scheduled']);
  const { body: hidden } = await app.request({ as: 'admin', path: '/events/2' });
  expect(hidden).toMatchObject({ hide_from_listings: true });
});

test('Only events that have no status in the lists are requested one by one', async () => {
  const site = await startFakeWordPress();
  for (let id = 1; id <= 3; id++) site.records.events.push(siteEvent(site, id, { event_status: 'scheduled' }));
  site.records.events.push(siteEvent(site, 2000));
  const { report } = await importFrom(await startTestApp(), site.apiUrl);
  expect(report.notes).toEqual([]);
  expect(singleReads(site)).toEqual([2000]);
});

test('A sync requests only events that have changed since', async () => {
  const site = await startFakeWordPress();
  const cancel = (id: number) => {
    const json_ld = { eventStatus: 'https://schema.org/EventCancelled' };
    site.records.events[id - 1] = siteEvent(site, id, { modified_utc: '2026-02-02 10:00:00', json_ld });
  };
  site.records.events.push(siteEvent(site, 1), siteEvent(site, 2), siteEvent(site, 3));
  // Lists of the reference leave it out.
  site.quirks.hidden = ['json_ld'];
  const app = await startTestApp();
  const sync = async () => {
    site.requests.length = 0;
    await importFrom(app, site.apiUrl, { sync: true });
    return singleReads(site);
  };
  await importFrom(app, site.apiUrl);
  expect(await sync()).toEqual([]);
  cancel(2);
  expect(await sync()).toEqual([2]);
  expect((await eventsOf(app)).map(({ event_status: status }) => status)).toEqual([
    'scheduled',
    'canceled',
    'scheduled',
  ]);
  // An interrupted run does not record its requests.
  cancel(3);
  site.quirks.before = (path, reply) => /\/v1\/events\/3/.test(path) && Boolean(reply.writeHead(500).end());
  await importFrom(app, site.apiUrl, { sync: true, limits: { attempts: 1 } });
  site.quirks.before = () => false;
  expect(await sync()).toEqual([1, 2, 3]);
  expect((await eventsOf(app)).map(({ event_status: status }) => status)).toEqual([
    'scheduled',
    'canceled',
    'canceled',
  ]);
});

test('Costs as entered, currencies and parents of events are imported', async () => {
  const site = await startFakeWordPress({
    wp: {
      tribe_events: [
        meta(1, { _EventCost: 'Adults 10, children 5', _EventCurrencyCode: 'EUR' }),
        meta(2, { _EventCost: '20', _EventCurrencySymbol: 'Kč', _EventCurrencyPosition: 'postfix' }),
        meta(3, { _EventCost: '20', _EventCurrencyCode: 'EUR' }),
        meta(4, { _EventCost: '5' }),
        { ...meta(6, {}), parent: 1 },
      ],
    },
  });
  const details = (values: string[], more: object = {}) => ({
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values, ...more },
  });
  site.records.events.push(
    siteEvent(site, 1, { cost: '$5 &#8211; $10', ...details(['5', '10']) }),
    siteEvent(site, 2, { cost: '20Kč', ...details(['20']) }),
    siteEvent(site, 3, { cost: '$20', ...details(['20']) }),
    siteEvent(site, 4, { cost: '$5 &#8211; $12', ...details(['5', '12']) }),
    siteEvent(site, 5, { cost: '15', ...details(['15'], { currency_code: 'CHF' }) }),
    siteEvent(site, 6),
  );
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl);
  expect(report.notes).toEqual([]);
  const events = await eventsOf(app);
  expect(events.map((event) => event['cost'])).toEqual([
    ...['Adults 10, children 5', '20Kč', '20EUR', '$5 – $12', '15CHF', ''],
  ]);
  expect(events.map((event) => event['post_parent'])).toEqual([0, 0, 0, 0, 0, 1]);
});

test('A large image is imported from its original, else the listed file, else the largest file within the limits', async () => {
  const image = (id: number) => ({ id, url: `${site.origin}/wp/${id}-scaled.png` });
  const sizes = { '2048x2048': { file: '3-2048.png' }, '1536x1536': { file: '3-1536.png' } };
  const site: FakeSite = await startFakeWordPress({
    wp: {
      media: [1, 2, 3].map((at) => ({
        id: 1000 + at,
        title: { rendered: `Image ${at}` },
        alt_text: '',
        media_details: { original_image: `${1000 + at}.png`, sizes },
      })),
    },
  });
  for (let id = 1; id <= 3; id++) site.records.events.push(siteEvent(site, id, { image: image(1000 + id) }));
  site.files['/wp/1001.png'] = await png({ width: 300, height: 200 });
  site.files['/wp/1001-scaled.png'] = await png({ width: 30, height: 20 });
  site.files['/wp/1002-scaled.png'] = await png({ width: 40, height: 20 });
  const tooLarge = Buffer.alloc(1024 ** 2 + 1);
  Object.assign(site.files, { '/wp/1003.png': tooLarge, '/wp/1003-scaled.png': tooLarge, '/wp/3-2048.png': tooLarge });
  site.files['/wp/3-1536.png'] = await png({ width: 50, height: 20 });
  const app = await startTestApp();
  const allow = new URL(site.origin).host;
  const { report } = await importFrom(app, site.apiUrl, { allow });
  expect(report.notes).toEqual([]);
  expect(await eventsOf(app)).toMatchObject([
    { image: { id: 1001, width: 300 } },
    { image: { id: 1002, width: 40 } },
    { image: { id: 1003, width: 50 } },
  ]);
  const requests = site.requests.length;
  await importFrom(app, site.apiUrl, { allow });
  expect(site.requests.slice(requests).filter(({ path }) => path.startsWith('/wp/'))).toEqual([]);
});

test('A sync clears the fields of a venue that the source has cleared', async () => {
  const site = await startFakeWordPress({
    wp: { tribe_venue: [{ id: 900, meta: { _VenueLat: '45.76', _VenueLng: '4.83' } }] },
  });
  site.files['/hall.png'] = await png();
  const filled = {
    description: '<p>Old</p>',
    excerpt: '<p>O</p>',
    address: '1 Main St',
    city: 'Lyon',
    country: 'France',
    zip: '69001',
    province: 'Rhône',
    state: 'ARA',
    stateprovince: 'ARA',
    phone: '1',
    website: 'https://hall.example/',
    image: { id: 1090, url: `${site.origin}/hall.png` },
  };
  site.records.venues.push({ ...venue, ...filled, modified_utc: '2026-01-02 10:00:00' });
  site.records.events.push(siteEvent(site, 1, { venue: site.records.venues[0] }));
  const app = await startTestApp();
  const allow = new URL(site.origin).host;
  await importFrom(app, site.apiUrl, { allow });
  const { body } = await app.request({ path: '/venues/900' });
  expect(body).toMatchObject({ address: '1 Main St', geo_lat: 45.76, image: { id: 1090 } });
  site.quirks.wp = {};
  const { city: _, ...bare } = venue;
  site.records.venues[0] = { ...bare, modified_utc: '2026-01-03 10:00:00' };
  site.records.events[0] = siteEvent(site, 1, { venue: site.records.venues[0] });
  await importFrom(app, site.apiUrl, { allow, sync: true });
  const { body: emptied } = await app.request({ path: '/venues/900' });
  const left = Object.keys({ ...filled, geo_lat: 0, geo_lng: 0 }).filter((name) => emptied[name]);
  expect(left).toEqual([]);
});

test('Coordinates that only this calendar has stay until the address changes', async () => {
  const site = await startFakeWordPress();
  const show = (more: object) => {
    site.records.venues[0] = { ...venue, address: '1 Main St', ...more };
    site.records.events[0] = siteEvent(site, 1, { venue: site.records.venues[0] });
  };
  show({ modified_utc: '2026-01-02 10:00:00' });
  const app = await startTestApp();
  const sync = async () => (await importFrom(app, site.apiUrl, { sync: true })).report;
  const point = async () => {
    const { body } = await app.request<{ geo_lat?: number; phone?: string }>({ path: '/venues/900' });
    return [body.geo_lat, body.phone];
  };
  await sync();
  // As the geocoder finds them.
  await app.request({ as: 'admin', method: 'PATCH', path: '/venues/900', json: { geo_lat: 45.76, geo_lng: 4.83 } });
  const { counts } = await sync();
  expect(counts.venues).toMatchObject({ unchanged: 1, skipped: 0 });
  const later = new Date((app.clock.now() + 3600) * 1000).toISOString();
  show({ modified_utc: later, phone: '2' });
  await sync();
  expect(await point()).toEqual([45.76, '2']);
  show({ modified_utc: later, phone: '2', address: '5 Side St' });
  await sync();
  expect(await point()).toEqual([undefined, '2']);
});
