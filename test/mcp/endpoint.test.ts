// Security of `/mcp`: credentials, origins and limits. It reveals nothing that the API does not.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Login } from '../support/test-app.ts';
import { basic, callTool, type McpApp, type Protocol, startMcpApp } from './support.ts';

let app: McpApp;
beforeAll(async () => {
  app = await startMcpApp({
    settings: {
      corsOrigins: ['*', 'https://models.example'],
      siteUrl: 'https://calendar.example/',
      bodyLimitBytes: 20_000,
    },
  });
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accept = 'application/json, text/event-stream';

const post = (body: unknown, headers: Record<string, string> = {}, at: McpApp = app) =>
  fetch(at.url, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('credentials', () => {
  test.each([
    ['of nobody', basic('nobody', 'x'), 'invalid_username'],
    ['with a wrong password', basic('ed', 'x'), 'incorrect_password'],
    ['of an unknown token', 'Bearer x', 'invalid_token'],
  ])('%s are refused before anything else, and never treated as anonymous', async (_name, authorization, code) => {
    const reply = await post(list, { authorization });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    expect(await reply.json()).toMatchObject({ code });
  });

  test('A bearer token authenticates', async () => {
    const reply = await post(list, { authorization: `Bearer ${app.passwords.ed}` });
    const { result } = (await reply.json()) as { result: { tools: object[] } };
    expect(result.tools.length).toBeGreaterThan(3);
  });

  test('The endpoint also has a slash at its end', async () => {
    const { status } = await post(list, {}, { ...app, url: `${app.url}/` });
    expect(status).toBe(200);
  });

  test('Repeated wrong credentials are delayed as elsewhere', async () => {
    const other = await startMcpApp();
    for (let index = 0; index < 10; index += 1) await post(list, { authorization: basic('ed', 'x') }, other);
    const reply = await post(list, { authorization: basic('ed', other.passwords.ed) }, other);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('origins', () => {
  test.each([
    undefined,
    'http://localhost:6274',
    'http://127.0.0.1',
    'https://calendar.example',
    'https://models.example',
  ])('A request from %s is served', async (origin) => {
    const reply = await post(list, origin === undefined ? {} : { origin });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin ?? null);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example:80',
    'https://calendar.example.evil',
  ])('A request from %s is refused, even if the host name in the URL is the same', async (origin) => {
    const host = origin.replace(/^https?:\/\//, '');
    const injected = await app.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host, origin, accept, 'content-type': 'application/json' },
      payload: JSON.stringify(list),
    });
    expect(injected.statusCode).toBe(403);
    expect(injected.json()).toMatchObject({ code: 'rest_forbidden' });
  });

  test('A browser may send the headers of every protocol revision', async () => {
    const headers = { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' };
    const reply = await fetch(app.url, { method: 'OPTIONS', headers });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([204, null]);
    const allowed = reply.headers.get('access-control-allow-headers');
    for (const name of ['Authorization', 'Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
      expect(allowed).toContain(name);
  });
});

describe('protocol revisions', () => {
  const protocols: Protocol[] = ['legacy', { pin: '2026-07-28' }];

  test.each(protocols)('A client of %o writes and reads with the tools', async (protocol) => {
    const client = await app.connect('ed', protocol);
    const name = `Mill ${JSON.stringify(protocol)}`;
    const made = await callTool(client, 'create_record', { venue: { venue: name } });
    const read = await callTool(client, 'get_record', { kind: 'venue', id: made.structured['id'] as number });
    expect(read.structured).toMatchObject({ id: made.structured['id'], venue: name });
  });

  test('A subscription is refused at once, as the list of tools never changes', async () => {
    const protocolVersion = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const reply = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: { _meta, notifications: { toolsListChanged: true } },
      },
      { 'mcp-protocol-version': protocolVersion, 'mcp-method': 'subscriptions/listen' },
    );
    expect(await reply.json()).toMatchObject({ error: { message: 'Subscription limit reached' } });
  });
});

describe('requests', () => {
  test.each(['GET', 'DELETE', 'PUT'])('%s on /mcp is not allowed, as there are no sessions', async (method) => {
    const reply = await fetch(app.url, { method, headers: { accept: 'text/event-stream' } });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test.each([
    ['no JSON', '{"jsonrpc"', 400],
    ['bytes that are no UTF-8', new TextDecoder('latin1').decode(new Uint8Array([34, 255, 34])), 400],
    ['no message', '{"a":1}', 400],
    ['nothing', '', 400],
    ['a tool without a name', { ...list, method: 'tools/call' }, 200],
    ['more messages than anybody needs', Array.from({ length: 11 }, (_, id) => ({ ...list, id })), 400],
    ['more than the service takes', { ...list, params: { text: 'x'.repeat(21_000) } }, 413],
  ])('%s is refused', async (_name, body, status) => {
    const reply = await post(body);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toSatisfy((answer: object) => 'error' in answer || 'code' in answer);
  });

  test('A request cancelled in the same batch is still answered', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const reply = async (messages: unknown) => (await post(messages)).json();
    for (const messages of [
      [list, cancel],
      [cancel, list],
    ])
      expect(await reply(messages)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    // One malformed message invalidates the batch.
    expect(await reply([list, null, cancel])).toMatchObject({ id: null, error: { code: expect.any(Number) } });
    expect((await post(cancel)).status).toBe(202);
    expect((await post([cancel])).status).toBe(202);
  });

  test('The service still answers after malformed requests', async () => {
    expect((await post(list)).status).toBe(200);
    expect((await fetch(app.url.replace('/mcp', '/healthz'))).status).toBe(200);
  });

  test('Without MCP the endpoint does not exist', async () => {
    const without = await startMcpApp({ settings: { mcp: false } });
    const reply = await post(list, {}, without);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ code: 'rest_no_route' });
  });
});

describe('hidden records', () => {
  const dates = { start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };
  const hidden = ['private', 'draft', 'pending', 'trash', 'future'];
  const ids: { kind: string; id: number }[] = [];

  beforeAll(async () => {
    const make = async (kind: string, path: string, json: object) => {
      const { body } = await app.request<{ id: number }>({ as: 'ed', method: 'POST', path, json });
      ids.push({ kind, id: body.id });
      return body.id;
    };
    for (const status of hidden) {
      const later = status === 'future' ? { status: 'publish', date: '2027-12-01' } : { status };
      const venue = await make('venue', '/venues', { venue: `zqx ${status} venue` });
      const organizer = await make('organizer', '/organizers', { organizer: `zqx ${status} organizer` });
      await make('event', '/events', {
        title: `zqx ${status} event`,
        ...dates,
        ...later,
        tags: ['linked'],
        venue,
        organizer,
      });
      await app.request({
        as: 'ed',
        method: 'POST',
        path: '/events',
        json: { title: `Open ${status.length}`, ...dates, venue, organizer },
      });
      await app.request({ as: 'ed', method: 'PUT', path: `/venues/${venue}`, json: later });
      await app.request({ as: 'ed', method: 'PUT', path: `/organizers/${organizer}`, json: later });
    }
    await make('event', '/events', {
      title: 'Protected',
      ...dates,
      description: 'zqx inside',
      excerpt: 'zqx',
      password: 'pw',
      tags: ['zqx'],
    });
  });

  test.each([
    ['an anonymous caller', undefined],
    ['a subscriber', 'sub'],
    ['a contributor', 'con'],
  ] as const)('No tool reveals hidden records to %s', async (_name, as) => {
    const client = await app.connect(as);
    const replies = [];
    for (const search of ['zqx', 'open', 'protected', undefined]) {
      replies.push(await callTool(client, 'search_events', { search }));
      replies.push(await callTool(client, 'search_events', { search, status: ['any'] }));
      for (const kind of ['venue', 'organizer']) replies.push(await callTool(client, 'list_records', { kind, search }));
    }
    for (const { kind, id } of ids) {
      const read = await callTool(client, 'get_record', { kind, id });
      expect(read.isError).toBe(true);
      replies.push(read);
      if (as)
        replies.push(
          await callTool(client, 'update_event', { id, title: 'Mine' }),
          await callTool(client, 'trash_record', { kind, id, force: true }),
        );
    }
    expect(JSON.stringify(replies)).not.toContain('zqx');
    expect(JSON.stringify(replies)).toContain('Open 5');
  });

  test('MCP shows hidden records to those who may see them', async () => {
    const client = await app.connect('ed');
    const { text } = await callTool(client, 'search_events', {
      search: 'zqx',
      status: ['any'],
      start_date: '2027-01-01',
    });
    expect(text).toContain('zqx draft event');
    const protectedEvent = ids.at(-1)!;
    const opened = await callTool(await app.connect(), 'get_record', { ...protectedEvent, password: 'pw' });
    expect(opened.text).toContain('zqx inside');
  });

  test.each<[Login | undefined, RegExp]>([
    [undefined, /no tool/],
    ['sub', /rest_forbidden, 403/],
  ])('MCP as %s writes nothing', async (as, refusal) => {
    const client = await app.connect(as);
    const { total } = (await app.request<{ total: number }>({ path: '/events' })).body;
    for (const [tool, args] of [
      ['create_event', { title: 'X', ...dates }],
      ['create_record', { tag: { name: 'X' } }],
      ['trash_record', { kind: 'tag', id: 1, force: true }],
    ] as const) {
      const outcome = await callTool(client, tool, args).then(({ text }) => text, String);
      expect(outcome).toMatch(refusal);
    }
    expect((await app.request<{ total: number }>({ path: '/events' })).body.total).toBe(total);
  });
});

test('A database that cannot be written to is logged once, however many requests and calls of tools it fails', async () => {
  const lines: { level: number; msg: string; err?: unknown }[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = await startMcpApp({ log, open: openSqlite });
  const client = await app.connect('ed');
  const database = join(app.folder, 'calendar.sqlite');
  renameSync(database, `${database}.moved`);
  const event = { title: 'Gala', start_date: '2027-06-10 10:00', end_date: '2027-06-10 12:00' };
  for (const _ of [1, 2, 3]) expect((await callTool(client, 'create_event', event)).text).toContain('503');
  expect((await app.request({ as: 'ed', method: 'POST', path: '/events', json: event })).status).toBe(503);
  const errors = lines.filter(({ level }) => level >= 50);
  expect(errors).toHaveLength(1);
  expect(errors[0]).not.toHaveProperty('err');
});
