// What a list shows of an event with a password to those who do not know it (D16), member by member.
import { expect, test } from 'vitest';
import { png } from '../support/images.ts';
import { startTestApp } from '../support/test-app.ts';
import { uploadRaw } from '../support/uploads.ts';

test('A list shows only titles, addresses and dates of publication of a protected event', async () => {
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
      "categories": [],
      "cost": "",
      "cost_details": {
        "currency_code": "",
        "currency_position": "",
        "currency_symbol": "",
        "values": [],
      },
      "description": "",
      "excerpt": "",
      "featured": null,
      "hide_from_listings": null,
      "image": false,
      "organizer": [],
      "show_map": null,
      "show_map_link": null,
      "sticky": null,
      "tags": [],
      "ticketed": null,
      "tickets": [],
      "venue": [],
      "website": "",
    }
  `);
});
