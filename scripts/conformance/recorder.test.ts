import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecorder } from './recorder.ts';

const root = '/calendar/events/v1';
const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});
const described = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } });
const document = {
  openapi: '3.1.0',
  servers: [],
  paths: {
    '/things': {
      get: { operationId: 'list', responses: { 200: described(object({ total: { type: 'integer' } })) } },
      post: { operationId: 'create', responses: { 201: described(object({ id: { type: 'integer' } })) } },
    },
  },
  components: { schemas: { Error: object({ code: { type: 'string' } }) }, responses: {}, headers: {} },
};

/** What the service answers to each URL. */
const replies: Record<string, [status: number, body: unknown, headers?: Record<string, string>]> = {
  [`${root}/doc`]: [200, document],
  [`${root}/things`]: [200, { total: 1 }],
  [`${root}/things?secret`]: [200, { total: 1, secret: 1 }],
  [`${root}/things?_fields=secret`]: [200, { secret: 1 }],
  [`${root}/things?header`]: [200, { total: 1 }, { 'x-secret': '1' }],
  [`${root}/things?status`]: [418, { code: 'teapot' }],
  [`${root}/things?_envelope`]: [200, { status: 200, headers: {}, body: { total: 1, more: 1 } }],
  [`${root}/nothing`]: [404, { code: 'rest_no_route' }],
  [`${root}/nothing?secret`]: [200, { found: true }],
  '/healthz': [200, { anything: true }],
};

let service: Server;
beforeAll(async () => {
  service = createServer((request, reply) => {
    const [status, body, headers] = replies[request.url as string] ?? [500, {}];
    reply.writeHead(status, { 'content-type': 'application/json', ...headers });
    request.resume().on('end', () => reply.end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => service.close());

test('Responses pass unchanged, and differences from the document are reported', async () => {
  const recorder = await startRecorder(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const problemsAfter = async (path: string, init?: RequestInit) => {
    const before = recorder.problems().length;
    const reply = await fetch(`http://127.0.0.1:${recorder.port}${path}`, init);
    expect(await reply.json()).toEqual(replies[path]?.[1]);
    return recorder.problems().slice(before).join('\n');
  };
  try {
    for (const path of ['/things', '/things?_fields=secret', '/nothing'])
      expect(await problemsAfter(root + path)).toBe('');
    expect(await problemsAfter('/healthz')).toBe('');
    expect(await problemsAfter(`${root}/things?secret`)).toContain('additional properties');
    expect(await problemsAfter(`${root}/things?header`)).toContain('x-secret');
    expect(await problemsAfter(`${root}/things?status`)).toContain('418');
    expect(await problemsAfter(`${root}/things?_envelope`)).toContain('more');
    expect(await problemsAfter(`${root}/nothing?secret`)).toContain('found');
    expect(await problemsAfter(`${root}/things`, { method: 'POST', body: '{}' })).toContain(
      'create 200: not documented',
    );
    const override = { method: 'POST', headers: { 'x-http-method-override': 'get' } };
    expect(await problemsAfter(`${root}/things`, override)).toBe('');
  } finally {
    await recorder.stop();
  }
});
