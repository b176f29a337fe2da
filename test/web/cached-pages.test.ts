// Pages from the response cache, requested over a socket: only there are they sent before Fastify sees the request.
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  await make(app, 'events', {
    title: 'Gala',
    start_date: '2027-05-10 19:30',
    end_date: '2027-05-10 21:00',
    tags: ['open'],
    venue: { venue: 'Mill' },
    organizer: [{ organizer: 'Friends' }],
    categories: ['music'],
  });
});

/** Cached responses have no request id. */
const isKept = async (path: string): Promise<boolean> => {
  const { status, headers } = await fetch(origin + path);
  expect(status).toBe(200);
  return !headers.has('x-request-id');
};

test.each([
  '/events/',
  '/events/?search=gala&from=2027-05-01',
  '/events/cards/',
  '/events/month/',
  '/events/2027-05/',
  '/events/week/2027-05-10/',
  '/events/2027-05-10/',
  '/fr/events/2027-05/?tag=open',
  '/embed/2027-05/',
  '/event/gala/',
  '/venue/mill/',
  '/organizer/friends/',
  '/tag/open/',
  '/events/category/music/',
])('The page %s is made once for all readers until the calendar changes', async (path) => {
  const shown = [await isKept(path), await isKept(path)];
  await make(app, 'tags', { name: `Another since ${path}` });
  expect([...shown, await isKept(path)]).toEqual([false, true, false]);
});
