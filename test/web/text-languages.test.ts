// Pages mark each text that is in another language than the page (WCAG 3.1.2).
import { beforeEach, expect, test } from 'vitest';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let id: number;
beforeEach(async () => {
  app = await startTestApp();
  const dates = { start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' };
  const texts = { description: 'In English', excerpt: 'Short', event_status_reason: 'Storm' };
  id = (await make(app, 'events', { title: 'Gala', ...dates, event_status: 'canceled', ...texts })).id;
});

const translate = (json: object) =>
  app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}?i18n_language=fr`, json });

async function frenchPages(): Promise<string> {
  const paths = ['/fr/event/gala/', '/fr/events/'].map((path) => `http://calendar.example${path}`);
  const pages = await Promise.all(paths.map((path) => app.request<string>({ path })));
  return pages.map(({ body }) => body).join('');
}

test('Texts without a translation are marked beside a translated title', async () => {
  await translate({ title: 'Fête' });
  const html = await frenchPages();
  expect(html).toContain('<h1>Fête');
  expect(html).toContain('<div class="text" lang="en"><p>In English');
  expect(html).toContain('<p lang="en">Storm');
  expect(html).toContain('<p class="lead" lang="en"><bdi>Short');
});

test('Translated texts are not marked beside a title without a translation', async () => {
  await translate({ description: 'En français', excerpt: 'Court', event_status_reason: 'Tempête' });
  const html = await frenchPages();
  expect(html).toContain('<h1 lang="en">Gala');
  expect(html).toContain('<div class="text"><p>En français');
  expect(html).toContain('<p>Tempête');
  expect(html).toContain('<p class="lead"><bdi>Court');
});

test('Names of venues, organizers and terms without a translation are marked in headings, lists and the search form', async () => {
  const linked = {
    venue: { venue: 'Mill' },
    organizer: [{ organizer: 'Millers' }],
    categories: ['Fair'],
    tags: ['Wind'],
  };
  expect((await app.request({ as: 'ed', method: 'PATCH', path: `/events/${id}`, json: linked })).status).toBe(200);
  const inFrench = async (path: string) =>
    (await app.request<string>({ path: `http://calendar.example/fr${path}` })).body;
  expect(await inFrench('/venue/mill/')).toContain('<h1 lang="en">Mill</h1>');
  expect(await inFrench('/organizer/millers/')).toContain('<h1 lang="en">Millers</h1>');
  expect(await inFrench('/events/category/fair/')).toContain('<h1 lang="en">Fair</h1>');
  expect(await inFrench('/tag/wind/')).toContain('<h1 lang="en">Wind</h1>');
  const list = await inFrench('/events/');
  expect(list).toContain('<h1>');
  for (const name of ['Mill', 'Fair']) expect(list).toContain(`<bdi lang="en">${name}</bdi>`);
  const options = [...list.matchAll(/<option value="[^"]+" +(lang="en")>(\w+)/g)].map(([, lang, name]) => [name, lang]);
  expect(options).toEqual(['Fair', 'Wind', 'Mill', 'Millers'].map((name) => [name, 'lang="en"']));
  expect(await inFrench('/../events/')).not.toContain('<bdi lang=');
});
