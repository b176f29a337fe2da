// The vocabulary sorted by name, which all lists of terms share.
import { expect, test } from 'vitest';
import { createInvalidationLog } from '../../../src/resources/records/cache/invalidation-log.ts';
import { createOrderOfNames } from '../../../src/resources/terms/list/name-order-cache.ts';
import { make } from '../../support/field-table.ts';
import { startTestApp } from '../../support/test-app.ts';

test('Requests that come together after a change of a term sort the vocabulary once', async () => {
  const app = await startTestApp();
  await make(app, 'tags', { name: 'open air' });
  const log = createInvalidationLog(app.store);
  const orderOfNames = createOrderOfNames(app.store, log, 1024 * 1024);
  const readTogether = async () => {
    const version = app.store.version();
    await log.read(version);
    const read = () => orderOfNames({ taxonomy: 'tag', language: 'en', version });
    const [first, ...others] = await Promise.all([read(), read(), read()]);
    for (const other of others) expect(other).toBe(first);
    return [...first.names.values()].sort();
  };
  expect(await readTogether()).toEqual(['open air']);
  await make(app, 'tags', { name: 'family' });
  expect(await readTogether()).toEqual(['family', 'open air']);
});
