// Multipart forms that are malformed or larger than any client sends (RFC 7578).
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

const field = (name: string, value = 'x') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes of an image';
const otherFile = file.replace('name="file"', 'name="other"');
const end = '--b--\r\n';

const post = async (payload: string | Buffer, path = '/tags') => {
  const reply = await app.app.inject({
    method: 'POST',
    url: `http://calendar.example/wp-json/calendar/events/v1${path}`,
    headers: { authorization: `Bearer ${app.passwords.ed}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
};

test.each([
  ['within its file', file],
  ['within a file that is passed over', otherFile],
  ['within a second file', `${file}\r\n${file}`],
  ['within a field', field('name').slice(0, -2)],
  ['before the headers of a part', `${field('name')}--b\r\n`],
])('A form that ends %s is malformed', async (_where, form) => {
  expect(await post(form)).toMatchObject({ status: 400, body: { code: 'rest_bad_request' } });
});

test.each([
  ['text', ''],
  ['file', '; filename="a.png"'],
])('A %s without a name in a form is ignored', async (kind, parameters) => {
  const nameless = `--b\r\ncontent-disposition: form-data${parameters}\r\n\r\nx\r\n`;
  expect(await post(`${nameless}${field('name', `Named beside ${kind}`)}${end}`)).toMatchObject({
    status: 201,
    body: { name: `Named beside ${kind}` },
  });
});

test('A part that is not UTF-8 is refused', async () => {
  const latin1 = Buffer.from(`${field('name', 'Fête')}${end}`, 'latin1');
  expect(await post(latin1)).toMatchObject({ status: 400, body: { data: { params: { name: expect.any(String) } } } });
  const sent = await post(`${field('name', 'F\ufffdte')}${end}`);
  expect(sent).toMatchObject({ status: 201, body: { name: 'F\ufffdte' } });
});

test('A file in place of text counts as its name, and is refused as an image', async () => {
  const poster = otherFile.replace('name="other"', 'name="image"');
  const fields = Object.entries({ title: 'Gala', start_date: '2027-05-10 19:30', end_date: '2027-05-10 21:00' });
  const form = `${fields.map(([name, value]) => field(name, value)).join('')}${poster}\r\n${end}`;
  const { status, body } = await post(form, '/events');
  expect([status, Object.keys(body.data.params)]).toEqual([400, ['image']]);
});

describe('names', () => {
  test('Names of form parts nest no deeper than those of a query', async () => {
    const { status, body } = await post(`${field('name')}${field('image[b][c][d][e][f][g][h]')}${end}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { image: expect.any(String) } } });
  });
  test('A form in parts has no more names than a query may have', async () => {
    const fields = (count: number) => field('other').repeat(count) + end;
    expect((await post(field('name', 'Last of a thousand') + fields(999))).status).toBe(201);
    const { status, body } = await post(field('name', 'One more') + fields(1000));
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['other']]);
  });
});

test.each([
  ['empty parts', '--b\r\n\r\n\r\n'],
  ['ignored files', `${otherFile}\r\n`],
])('The number of parts of a form is limited: %s', async (what, part) => {
  const parts = (count: number) => part.repeat(count) + field('name', `Parts ${what}`) + end;
  expect(await post(parts(9))).toMatchObject({ status: 201 });
  expect(await post(parts(1200))).toMatchObject({ status: 400, body: { code: 'rest_bad_request' } });
});
