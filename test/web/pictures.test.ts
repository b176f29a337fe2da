// Pictures of events in lists, cards and frames, and on their own pages.
import { expect, test } from 'vitest';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';

/** A calendar with events of one picture, each at a venue. */
async function startWithPicture(size: { width: number; height: number }, titles: readonly string[]) {
  const app = await startTestApp();
  const { body: image } = await uploadRaw(await jpeg(size), { app });
  for (const title of titles) {
    const when = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
    const json = { title, ...when, image: image.id, venue: { venue: 'Old Mill' } };
    expect(await app.request({ as: 'admin', method: 'POST', path: '/events', json })).toMatchObject({ status: 201 });
  }
  return { app, image };
}

const get = (app: TestApp, path: string) => app.request<string>({ path: origin + path });

test('Only the picture of the first card is loaded eagerly', async () => {
  const { app } = await startWithPicture({ width: 1200, height: 800 }, ['First', 'Second', 'Third']);
  const { body } = await get(app, '/events/cards/');
  const pictures = [...body.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  expect(pictures.map((tag) => /fetchpriority="high"|loading="lazy"/.exec(tag)?.[0])).toEqual([
    'fetchpriority="high"',
    'loading="lazy"',
    'loading="lazy"',
  ]);
});

test('A picture that is too small for smaller ones is shown as it is', async () => {
  const { app, image } = await startWithPicture({ width: 40, height: 30 }, ['Gala']);
  for (const path of ['/events/', '/events/cards/', '/embed/list/', '/event/gala/', '/venue/old-mill/']) {
    const { status, body } = await get(app, path);
    expect(status, path).toBe(200);
    expect(body, path).toMatch(
      new RegExp(`<img src="[^"]*${new URL(image.url).pathname}"[^>]* width="40" height="30"`),
    );
  }
});

test('An upright picture, whose renditions have the same width, states each width once', async () => {
  const { app } = await startWithPicture({ width: 1200, height: 1600 }, ['Gala']);
  const { body } = await get(app, '/event/gala/');
  const [, set = ''] = /srcset="([^"]*)"/.exec(body) ?? [];
  expect([...set.matchAll(/ (\d+)w/g)].map(([, width]) => width)).toEqual(['225', '768', '1200']);
});

test('A high picture states the size in which it is shown, so that its box has its proportions', async () => {
  const { app, image } = await startWithPicture({ width: 900, height: 1600 }, ['Gala']);
  await app.request({ as: 'admin', method: 'POST', path: '/venues', json: { venue: 'Town Hall', image: image.id } });
  for (const [path, size] of [
    ['/event/gala/', 'width="288" height="512"'],
    ['/venue/town-hall/', 'width="162" height="288"'],
  ] as const)
    expect((await get(app, path)).body, path).toMatch(new RegExp(`<figure><img [^>]*${size}`));
});

test('Venues and organizers show their own picture on their pages and in link previews', async () => {
  const app = await startTestApp();
  const { body: image } = await uploadRaw(await jpeg({ width: 400, height: 300 }), { app, query: 'alt_text=A+stage' });
  for (const [path, name] of [
    ['/venues', 'venue'],
    ['/organizers', 'organizer'],
  ] as const) {
    const json = { [name]: 'Old Mill', image: image.id };
    await app.request({ as: 'admin', method: 'POST', path, json });
    const { body } = await get(app, `/${name}/old-mill/`);
    expect(body, name).toMatch(new RegExp(`<figure><img src="${image.url}" srcset="[^"]*" [^>]*alt="A stage">`));
    expect(body, name).toContain(`<meta property="og:image" content="${image.url}">`);
    expect(body, name).toContain('<meta property="og:image:alt" content="A stage">');
  }
});
