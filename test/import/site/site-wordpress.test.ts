// What WordPress knows beside the lists of events: states, places of venues, hidden events and texts of images.
import { expect, test } from 'vitest';
import { png } from '../../support/media/images.ts';
import { siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { moveIn } from './support.ts';
import { eventsOf, venue } from './town.ts';

const meta = (id: number, more: object) => ({ id, meta: { _tribe_events_status: '', ...more } });

test('Fields that only wp/v2 shows come across', async () => {
  const site = await startFakeWordPress({
    mostPerPage: 2,
    wp: {
      tribe_events: [
        meta(1, { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'The singer&#8217;s ill' }),
        meta(2, { _tribe_events_status: 'moved-online', _tribe_events_virtual_url: 'https://meet.example/2' }),
        meta(3, { _tribe_events_is_virtual: true, _tribe_virtual_events_type: 'hybrid' }),
        meta(200, { _tribe_events_status: 'postponed' }),
      ],
      tribe_venue: [{ id: 900, meta: { _VenueLat: '45.76', _VenueLng: '4.83' } }],
      media: [{ id: 1070, title: { rendered: 'A &#8216;poster&#8217;' }, alt_text: 'A singer' }],
    },
  });
  site.files['/poster.png'] = await png();
  const image = { id: 1070, url: `${site.origin}/poster.png` };
  for (let id = 1; id <= 3; id++)
    site.records.events.push(siteEvent(site, id, { venue, ...(id === 1 ? { image } : {}) }));
  site.records.venues.push(venue);
  site.records.events.push(siteEvent(site, 200, { hide_from_listings: true }));
  const app = await startTestApp();
  const allow = new URL(site.origin).host;
  const { report } = await moveIn(app, site.address, { allow });
  expect(report.counts.events).toMatchObject({ created: 4, skipped: 0 });
  const events = new Map((await eventsOf(app)).map((event) => [event.id, event]));
  expect(events.get(1)).toMatchObject({
    ...{ event_status: 'canceled', event_status_reason: 'The singer’s ill', venue: { geo_lat: 45.76, geo_lng: 4.83 } },
  });
  expect(events.get(2)).toMatchObject({
    ...{ event_status: 'moved_online', attendance_mode: 'online', online_url: 'https://meet.example/2' },
  });
  expect(events.get(3)).toMatchObject({ event_status: 'scheduled', attendance_mode: 'mixed' });
  const { body: hidden } = await app.request({ as: 'admin', path: '/events/200' });
  expect(hidden).toMatchObject({ hide_from_listings: true, event_status: 'postponed' });
  const { body: medium } = await app.request({ path: '/media/1070' });
  expect(medium).toMatchObject({ title: 'A ‘poster’', alt_text: 'A singer' });
  const again = await moveIn(app, site.address, { allow });
  expect(again.report.counts.events).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('A site without wp/v2 is asked for each event, which says whether it is canceled', async () => {
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
  await moveIn(app, site.address);
  const events = await eventsOf(app);
  expect(events.map(({ event_status: status }) => status)).toEqual(['scheduled', 'canceled']);
});

test('A protected event shows nothing of what only wp/v2 knows', async () => {
  const site = await startFakeWordPress({
    wp: { tribe_events: [meta(1, { _tribe_events_virtual_url: 'https://meet.example/secret' })] },
  });
  site.records.events.push(siteEvent(site, 1, { password: 'sesame' }));
  const app = await startTestApp();
  await moveIn(app, site.address);
  expect(JSON.stringify(await eventsOf(app))).not.toContain('meet.example');
});

test('A site whose wp/v2 is out of order is imported without', async () => {
  const site = await startFakeWordPress();
  site.records.events.push(siteEvent(site, 1));
  site.quirks.before = (path, reply) => {
    if (!path.includes('/wp/v2/')) return false;
    reply.writeHead(path.includes('venue') ? 500 : 200, { 'content-type': 'application/json' }).end('[{');
    return true;
  };
  const app = await startTestApp();
  expect((await moveIn(app, site.address)).report.counts.events).toMatchObject({ created: 1 });
});
