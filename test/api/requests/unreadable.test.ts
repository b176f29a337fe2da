import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const exchange = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });

const path = '/wp-json/calendar/events/v1';

test.each([
  [
    'A request with headers without end',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'rest_bad_request',
  ],
  ['An endless URL', `GET /?search=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'rest_uri_too_long'],
  [
    'A URL of more than 16,000 characters',
    `GET ${path}/events?search=${'a'.repeat(16_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    414,
    'rest_uri_too_long',
  ],
  ['Text that is not HTTP', 'hello there\r\n\r\n', 400, 'rest_bad_request'],
  [
    'A query with unencoded non-ASCII letters',
    'GET /?search=Café HTTP/1.1\r\nHost: x\r\n\r\n',
    400,
    'rest_bad_request',
  ],
])('%s gets an error reply with the headers of any other', async (_name, text, status, code) => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const reply = await exchange(port, text);
  expect(reply).toContain(`HTTP/1.1 ${status} `);
  const body = JSON.parse(reply.slice(reply.indexOf('{')));
  expect(body).toMatchObject({ code, data: { status } });
  const lines = reply.toLowerCase().split('\r\n');
  for (const header of [
    'connection: close',
    'x-content-type-options: nosniff',
    'x-robots-tag: noindex',
    'content-language: en',
    'access-control-allow-origin: *',
    `x-request-id: ${body.data.request_id}`,
  ])
    expect(lines).toContain(header);
});

test('The log has the id of a request that is not HTTP', async () => {
  const lines: string[] = [];
  const { app } = await startTestApp({ log: { level: 'debug', write: (line) => void lines.push(line) } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const reply = await exchange(port, 'hello there\r\n\r\n');
  const reqId = JSON.parse(reply.slice(reply.indexOf('{'))).data.request_id;
  const line = lines.find((one) => one.includes(reqId)) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ reqId, status: 400, msg: 'refused' });
});

test.each([
  ['no host', 400, ''],
  ['two hosts', 400, 'Host: a\r\nHost: b\r\n'],
  ['an unknown expectation', 417, 'Host: a\r\nExpect: a-miracle\r\n'],
])('A request with %s is refused with %i and the body of an error', async (_name, status, headers) => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const reply = await exchange(port, `GET ${path}/events HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  expect(reply).toContain(`HTTP/1.1 ${status} `);
  expect(reply).toContain('"code":"rest_bad_request"');
});

test('A request that takes too long to arrive is refused for that', async () => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  // Node itself looks for such requests every half a minute.
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.once('connection', (socket) => app.server.emit('clientError', timeout, socket));
  const reply = await exchange(port, `POST ${path}/media HTTP/1.1\r\nHost: x\r\n`);
  expect(reply).toContain('HTTP/1.1 408 Request Timeout');
  expect(JSON.parse(reply.slice(reply.indexOf('{')))).toMatchObject({
    message: 'The request took too long to arrive.',
    data: { status: 408 },
  });
});

test('A forwarded protocol that is neither http nor https gets into no link', async () => {
  const { request } = await startTestApp({ settings: { trustedProxies: ['127.0.0.1'] } });
  const linkFor = async (protocol: string) =>
    (await request<{ rest_url: string }>({ path: '/events', headers: { 'x-forwarded-proto': protocol } })).body
      .rest_url;
  expect(await linkFor('https')).toMatch(/^https:/);
  for (const protocol of ['javascript', 'ftp', 'HTTPS:']) expect(await linkFor(protocol)).toMatch(/^http:/);
});

test.each(['GET', 'POST'])('A whole URL in place of a path is read like any other: %s', async (method) => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const target = 'http://calendar.example:8080/wp-json/calendar/events/v1/tags?_fields=rest_url';
  const head = `${method} ${target} HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  const replies = [await exchange(port, head), await exchange(port, head)];
  for (const reply of replies) {
    expect(reply).toContain(`HTTP/1.1 ${method === 'GET' ? 200 : 401} `);
    if (method === 'GET') expect(reply).toContain('"rest_url":"http://calendar.example:8080/');
  }
});

const get = (query: string) => `GET ${path}/tags?${query} HTTP/1.1\r\nHost: x\r\n\r\n`;
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

test.each(['a cached reply', 'a computed reply'])('Bytes that are not HTTP are refused after %s', async (kind) => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  if (kind.includes('cached')) await exchange(port, `${get('page=1')}hello there\r\n\r\n`);
  const reply = await exchange(port, `${get('page=1')}${get('page=1')}hello there\r\n\r\n`);
  expect(statusesOf(reply)).toEqual([200, 200, 400]);
});

test('A body that cannot be read is refused after the replies to what came before it', async () => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const broken = `POST ${path}/tags HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n`;
  expect(statusesOf(await exchange(port, broken))).toEqual([400]);
  expect(statusesOf(await exchange(port, get('page=1') + broken))).toEqual([200, expect.toBeOneOf([400, 401])]);
});

test('A client that keeps sending after a refusal is disconnected', async () => {
  const { app } = await startTestApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  const sending = setInterval(() => socket.write('hello there\r\n\r\n'), 50);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(sending);
}, 10_000);
