import { expect, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { createChoices } from './choices.ts';

/** Returns empty lists, and fails for the first `failures` requests. */
function createFakeApi(failures = 0) {
  let requests = 0;
  const get = async () => {
    requests += 1;
    if (requests <= failures) throw new Error('unavailable');
    return { status: 200, body: {} };
  };
  return { calendar: { get } as unknown as ApiClient, count: () => requests };
}

const request = { language: 'en', validity: { version: 1, since: 0, until: 200 }, now: 100 } as const;

test('The choices of a language are read once for a version of the calendar', async () => {
  const choices = createChoices();
  const { calendar, count } = createFakeApi();
  await Promise.all([choices({ calendar, ...request }), choices({ calendar, ...request })]);
  await choices({ calendar, ...request });
  const lists = 4;
  expect(count()).toBe(lists);
  await choices({ calendar, ...request, validity: { ...request.validity, version: 2 } });
  await choices({ calendar, ...request, language: 'fr' });
  expect(count()).toBe(3 * lists);
});

test('After choices could not be read, the next page reads them again', async () => {
  const choices = createChoices();
  const { calendar } = createFakeApi(1);
  await expect(choices({ calendar, ...request })).rejects.toThrow('unavailable');
  expect(await choices({ calendar, ...request })).toEqual({ category: [], tag: [], venue: [], organizer: [] });
});
