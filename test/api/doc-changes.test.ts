// Replies of the feed of changes, of external ids, of batches and of repeated reads against the documentation.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Document, type Documentation, readDocumentation } from '../support/documented.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import type { TestRequest } from '../support/test-request.ts';

let app: TestApp;
let documentation: Documentation;

beforeAll(async () => {
  app = await startTestApp();
  documentation = readDocumentation((await app.request<Document>({ path: '/doc' })).body);
});

/** Sends the request and expects that the reply has the status and is documented. */
async function documented(status: number, request: TestRequest) {
  const reply = await app.request(request);
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  expect(documentation.problemsOf(request, reply)).toEqual([]);
  return reply;
}

const dates = { start_date: '2027-06-19 19:30:00', end_date: '2027-06-19 22:00:00' };

test('the feed', async () => {
  const since = (await documented(200, { path: '/changes' })).body['next_token'] as string;
  const json = { title: 'Gala', ...dates, external_id: 'gala', tags: ['loud'] };
  await documented(201, { as: 'ed', method: 'POST', path: '/events', json });
  const page = await documented(200, { path: '/changes', query: { since, per_page: 1, types: 'event,tag' } });
  expect(page.body).toMatchObject({ changes: [{ type: 'tag' }], has_more: true });
  await documented(200, { as: 'ed', path: '/changes', query: { since: page.body['next_token'] as string } });
  await documented(400, { path: '/changes', query: { since: 'x', per_page: 0, types: 'y' } });
  app.clock.advance(31 * 86_400);
  await documented(410, { path: '/changes', query: { since } });
});

describe.each([
  ['events', { title: 'Gala', ...dates }],
  ['venues', { venue: 'Hall' }],
  ['organizers', { organizer: 'People' }],
  ['categories', { name: 'Music' }],
  ['tags', { name: 'loud now' }],
])('%s by external id', (plural, json) => {
  test('made, read, changed, refused, deleted', async () => {
    const path = `/${plural}/by-external-id/${encodeURIComponent('box/1')}`;
    const write = { as: 'ed', path } as const;
    await documented(404, { path });
    await documented(401, { method: 'PUT', path, json });
    await documented(403, { as: 'sub', method: 'PUT', path, json });
    await documented(400, { ...write, method: 'PUT', json: {} });
    await documented(400, { ...write, method: 'PUT', json: { ...json, external_id: 'another' } });
    await documented(412, { ...write, method: 'PUT', json, headers: { 'if-match': '*' } });
    await documented(201, { ...write, method: 'PUT', json });
    await documented(200, { ...write, method: 'PUT', json: { description: 'More' } });
    await documented(412, { ...write, method: 'PUT', json, headers: { 'if-none-match': '*' } });
    await documented(200, { path });
    await documented(200, { path: `/${plural}`, query: { modified_after: '2027-01-01', modified_before: 'tomorrow' } });
    await documented(400, { path: `/${plural}`, query: { modified_after: 'whenever' } });
    const twin = { ...Object.fromEntries(Object.keys(json).map((name) => [name, 'Twin'])), external_id: 'box/1' };
    const start = plural === 'events' ? dates : {};
    await documented(409, { as: 'ed', method: 'POST', path: `/${plural}`, json: { ...twin, ...start } });
    await documented(200, { ...write, method: 'DELETE' });
    const isPublished = !['categories', 'tags'].includes(plural);
    await documented(isPublished ? 410 : 404, { ...write, method: 'DELETE' });
  });
});

test('a batch that is done, one that fails, and one that cannot be begun', async () => {
  const tag = { method: 'POST', path: '/tags', body: { name: 'from a batch' } };
  const batch = (...requests: object[]) =>
    ({ as: 'ed', method: 'POST', path: '/batch', json: { requests } }) satisfies TestRequest;
  await documented(200, batch(tag));
  const { body } = await documented(400, batch({ ...tag, body: { name: 'another' } }, tag, tag));
  expect(body).toMatchObject({ code: 'batch-failed', data: { responses: [{ status: 424 }, {}, { status: 424 }] } });
  await documented(400, batch());
});

test.each(['/events', '/venues', '/categories', '/changes', '/events.ics', '/events.rss'])(
  'what has not changed of %s',
  async (path) => {
    const { headers } = await documented(200, { path });
    await documented(304, { path, headers: { 'if-none-match': headers['etag'] as string } });
  },
);
