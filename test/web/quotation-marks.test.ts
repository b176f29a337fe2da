import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

test('The words of a search are in the quotation marks of the page', async () => {
  const { app } = await startTestApp();
  const search = async (path: string) => {
    const { body } = await app.inject({ url: `${path}?search=gala`, headers: { accept: 'text/html' } });
    return /class="chip"[^>]*>([^<]*) <span/.exec(body)?.[1];
  };
  expect(await search('/events/')).toBe('“gala”');
  expect(await search('/de/events/')).toBe('„gala“');
  expect(await search('/fr/events/')).toBe('«\u00a0gala\u00a0»');
  expect(await search('/ja/events/2027-05/')).toBe('「gala」');
});
