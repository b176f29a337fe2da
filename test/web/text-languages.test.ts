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
