// The preview that other sites show of a link to an event.
import { expect, test } from 'vitest';
import { jpeg } from '../support/media/images.ts';
import { uploadRaw } from '../support/media/uploads.ts';
import { startTestApp } from '../support/test-app.ts';

const app = await startTestApp();

async function previewOf(width: number, height: number) {
  const { body: image } = await uploadRaw(await jpeg({ width, height }), { app, query: 'alt_text=A+lantern' });
  const json = { title: 'Gala', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00', image: image.id };
  const { body: event } = await app.request<{ url: string }>({ as: 'admin', method: 'POST', path: '/events', json });
  const { body: html } = await app.request<string>({ path: event.url });
  const content = (property: string) => new RegExp(`property="og:image${property}" content="([^"]*)"`).exec(html)?.[1];
  const preview = { url: content(''), size: [content(':width'), content(':height')], alt: content(':alt') };
  return { image, preview };
}

test('A large image is cropped to the shape of link previews', async () => {
  const { image, preview } = await previewOf(1600, 1600);
  const url = image.url.replace(/[^/]*$/, 'social_1200x630.jpg');
  expect(preview).toEqual({ url, size: ['1200', '630'], alt: 'A lantern' });
  expect((await app.app.inject(url)).statusCode).toBe(200);
});

test('A small image is its own preview', async () => {
  const { image, preview } = await previewOf(800, 600);
  expect(preview).toEqual({ url: image.url, size: ['800', '600'], alt: 'A lantern' });
});
