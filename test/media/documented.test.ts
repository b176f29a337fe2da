// Real replies about images against the documentation.
import { expect, test } from 'vitest';
import { type Document, readDocumentation } from '../support/documented.ts';
import { jpeg, png, svg } from '../support/images.ts';
import { startTestApp } from '../support/test-app.ts';
import type { TestReply, TestRequest } from '../support/test-request.ts';
import { uploadForm, uploadRaw } from '../support/uploads.ts';

const app = await startTestApp();
const documentation = readDocumentation((await app.request<Document>({ path: '/doc' })).body);

function expectDocumented(request: TestRequest, status: number, reply: TestReply<unknown>): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  expect(documentation.problemsOf(request, reply)).toEqual([]);
}

async function documented(status: number, request: TestRequest) {
  const reply = await app.request(request);
  expectDocumented(request, status, reply);
  return reply;
}

const upload: TestRequest = { method: 'POST', path: '/media' };

test('uploads', async () => {
  const large = await jpeg({ width: 1200, height: 900 });
  expectDocumented(upload, 201, await uploadRaw(large, { app }));
  const parts = [{ name: 'file', value: await png(), filename: 'a.png' }];
  expectDocumented(upload, 201, await uploadForm(parts, { app, as: 'ed' }));
  expectDocumented(upload, 415, await uploadRaw(svg, { app }));
  expectDocumented(upload, 400, await uploadRaw(Buffer.alloc(0), { app }));
  expectDocumented(upload, 400, await uploadForm([], { app }));
  expectDocumented(upload, 413, await uploadRaw(Buffer.alloc(21 * 1024 * 1024), { app }));
  expectDocumented(upload, 401, await uploadRaw(large, { app, as: null }));
  expectDocumented(upload, 403, await uploadRaw(large, { app, as: 'con' }));
});

test('records', async () => {
  const { body } = await uploadRaw(await jpeg({ width: 1200, height: 900 }), { app });
  const path = `/media/${body.id}`;
  await documented(200, { path: '/media', query: { per_page: 1, search: 'summer' } });
  await documented(404, { path: '/media', query: { page: 99 } });
  await documented(400, { path: '/media', query: { per_page: 'x' } });
  await documented(200, { path });
  await documented(404, { path: '/media/999' });
  await documented(200, { as: 'ann', method: 'PATCH', path, json: { alt_text: 'x' } });
  await documented(400, { as: 'ann', method: 'PATCH', path, json: { alt_text: 5 } });
  await documented(404, { as: 'ann', method: 'PATCH', path: '/media/999', json: {} });
  await documented(200, { as: 'ann', method: 'PATCH', path, json: { i18n_language: 'fr', title: 'Mer' } });
  const remove = (language: string) =>
    ({ as: 'ann', method: 'DELETE', path: `${path}/translations/${language}` }) as const;
  await documented(200, remove('fr'));
  await documented(404, remove('fr'));
  await documented(409, remove('en'));
  await documented(401, { ...remove('en'), as: null });
  const event = { title: 'Gala', start_date: '2027-05-10', end_date: '2027-05-10', image: body.id };
  const made = await documented(201, { as: 'ann', method: 'POST', path: '/events', json: event });
  await documented(200, { path: `/events/${made.body['id']}` });
  const venue = await documented(201, {
    as: 'ann',
    method: 'POST',
    path: '/venues',
    json: { venue: 'H', image: body.id },
  });
  await documented(200, { path: `/venues/${venue.body['id']}` });
  await documented(409, { as: 'ann', method: 'DELETE', path });
  await documented(403, { as: 'sub', method: 'DELETE', path });
  await documented(200, { as: 'ann', method: 'DELETE', path, query: { force: true } });
  await documented(404, { as: 'ann', method: 'DELETE', path });
});
