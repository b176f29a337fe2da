// One slug for all languages of a record: asked for, it is no reason to fail.
import { expect, test } from 'vitest';
import { make } from '../support/field-table.ts';
import { startTestApp } from '../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

test.each([
  ['events', { title: 'Gala', ...dates }],
  ['venues', { venue: 'Hall' }],
] as const)('a slug that another language of the record has: %s', async (plural, required) => {
  const app = await startTestApp();
  const { id } = await make(app, plural, { ...required, slug: 'gala' });
  const write = async (language: string, slug: string) => {
    const json = { slug, i18n_language: language };
    const { status, body } = await app.request({ as: 'admin', method: 'POST', path: `/${plural}/${id}`, json });
    return [status, body['slug']];
  };
  expect(await write('fr', 'gala')).toEqual([200, 'gala-2']);
  expect(await write('fr', 'soiree')).toEqual([200, 'soiree']);
  expect(await write('en', 'soiree')).toEqual([200, 'soiree-2']);
  expect(await write('en', 'soiree-2')).toEqual([200, 'soiree-2']);
});
