// What lists reveal of a protected event without its password (D16), member by member.
import { expect, test } from 'vitest';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp } from '../../support/test-app.ts';

test('A list shows only titles, URLs and dates of publication of a protected event', async () => {
  const app = await startTestApp();
  const image = (await uploadRaw(await png(), { app, as: 'ed' })).body.id;
  const json = {
    title: 'Secret gala',
    description: 'Where nobody looks',
    excerpt: 'Hidden',
    start_date: '2027-06-19 00:00:00',
    end_date: '2027-06-19 23:59:59',
    all_day: true,
    password: 'sesame',
    cost: '$5',
    website: 'https://gala.example/',
    image,
    sticky: true,
    featured: true,
    show_map: true,
    show_map_link: true,
    categories: ['Music'],
    tags: ['loud'],
    venue: { venue: 'Hall' },
    organizer: { organizer: 'Society' },
    event_status: 'canceled',
    event_status_reason: 'Ill',
    attendance_mode: 'online',
    online_url: 'https://meet.example/',
    tickets: [{ name: 'Adult', price: 12 }],
  };
  const { id } = (await app.request<{ id: number }>({ as: 'ed', method: 'POST', path: '/events', json })).body;
  const listOf = async (query: object) =>
    (await app.request<{ events: object[] }>({ path: '/events', query: { include: [id], ...query } })).body.events[0];
  const whole = await listOf({ password: 'sesame' });
  const masked = await listOf({});
  const differing = Object.entries(masked ?? {}).filter(([name, value]) => {
    const shown = (whole as Record<string, unknown>)[name];
    return JSON.stringify(shown) !== JSON.stringify(value);
  });
  expect(Object.fromEntries(differing)).toMatchInlineSnapshot(`
    {
      "all_day": null,
      "attendance_mode": null,
      "categories": [],
      "cost": "",
      "cost_details": {
        "currency_code": "",
        "currency_position": "",
        "currency_symbol": "",
        "values": [],
      },
      "description": "",
      "event_status_reason": "",
      "excerpt": "",
      "featured": null,
      "hide_from_listings": null,
      "image": false,
      "is_virtual": null,
      "online_url": "",
      "organizer": [],
      "show_map": null,
      "show_map_link": null,
      "sticky": null,
      "tags": [],
      "ticketed": null,
      "tickets": [],
      "venue": [],
      "virtual_url": "",
      "website": "",
    }
  `);
});

test('Which texts of a protected event are translated is known with its password only', async () => {
  const app = await startTestApp();
  const dates = { start_date: '2027-06-19 19:00:00', end_date: '2027-06-19 22:00:00' };
  const texts = { title: 'Secret gala', description: 'Where nobody looks', password: 'sesame' };
  const made = await app.request<{ id: number }>({
    as: 'ed',
    method: 'POST',
    path: '/events',
    json: { ...texts, ...dates },
  });
  const path = `/events/${made.body.id}?i18n_language=fr`;
  await app.request({ as: 'ed', method: 'PATCH', path, json: { description: 'Personne' } });
  const listed = async (query: object) =>
    (await app.request<{ events: object[] }>({ path: '/events', query: { i18n_language: 'fr', ...query } })).body
      .events;
  expect(await listed({ password: 'sesame' })).toMatchObject([{ text_languages: { description: 'fr' } }]);
  expect((await listed({}))[0]).not.toHaveProperty('text_languages');
});

test('The document describes the replacement of each member that a password hides', async () => {
  const app = await startTestApp();
  type Schemas = Record<'Event' | 'ProtectedEvent', { properties: Record<string, unknown> }>;
  const { body } = await app.request<{ components: { schemas: Schemas } }>({ path: '/doc' });
  const { Event, ProtectedEvent } = body.components.schemas;
  const isOther = (name: string) =>
    JSON.stringify(ProtectedEvent.properties[name]) !== JSON.stringify(Event.properties[name]);
  expect(Object.keys(ProtectedEvent.properties).filter(isOther).sort()).toEqual([
    ...[
      'all_day',
      'attendance_mode',
      'categories',
      'cost',
      'description',
      'event_status_reason',
      'excerpt',
      'featured',
    ],
    ...['hide_from_listings', 'image', 'is_virtual', 'online_url', 'organizer', 'post_parent', 'show_map'],
    ...['show_map_link', 'sticky', 'tags', 'ticketed', 'tickets', 'venue', 'virtual_url', 'website'],
  ]);
});
