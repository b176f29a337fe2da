import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentWithoutSettings } from '../../scripts/service.ts';
import { program, runCli, runInProcess, runNode, temporaryFolder } from '../support/run-cli.ts';
import { startService } from '../support/running-service.ts';
import { callTool } from './support.ts';

const walk = { title: 'Lantern walk', start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:30' };

async function folderWithEditor() {
  const folder = temporaryFolder();
  const { out } = await runInProcess(['user', 'add', 'ed', '--role', 'editor'], { folder });
  const [login, password] = out.trim().split(':') as [string, string];
  return { folder, account: { KALENDS_MCP_USER: login, KALENDS_MCP_PASSWORD: password } };
}

/** Variables of the tests are unknown to the program, which says so on standard error. */
const startMcp = (folder: string) =>
  spawn(process.execPath, [program, 'mcp'], { cwd: folder, env: environmentWithoutSettings(), stdio: 'pipe' });

async function connect(folder: string, environment: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--log-level', 'debug'],
    cwd: folder,
    env: { ...environmentWithoutSettings(), ...environment } as Record<string, string>,
    stderr: 'pipe',
  });
  // The client's transport reports output that is not a protocol message.
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  const log = text(transport.stderr as Readable);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, noise, log };
}

describe('kalends mcp', { timeout: 60_000 }, () => {
  test('kalends mcp works with its account next to a running service and writes only protocol messages', async () => {
    const { folder, account } = await folderWithEditor();
    const service = await startService([], { folder });
    const { client, noise, log } = await connect(folder, account);
    const made = await callTool(client, 'create_event', walk);
    expect(made.structured).toMatchObject({ title: 'Lantern walk' });
    const path = `/wp-json/calendar/events/v1/events/${made.structured['id']}`;
    expect(await (await fetch(service.origin + path)).json()).toMatchObject({ title: 'Lantern walk' });
    await client.close();
    expect(noise).toEqual([]);
    expect(await log).toContain('"via":"mcp"');
    expect(await log).not.toContain(account.KALENDS_MCP_PASSWORD);
    expect(await service.stop()).toBe(0);
  });

  test('kalends mcp without an account reads public records', async () => {
    const { folder, account } = await folderWithEditor();
    const { client: editor } = await connect(folder, account);
    await callTool(editor, 'create_event', { ...walk, title: 'Draft', status: 'draft' });
    await callTool(editor, 'create_event', walk);
    const { client } = await connect(folder);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_events',
      'list_records',
      'get_record',
    ]);
    const { structured } = await callTool(client, 'search_events', {
      start_date: '2027-01-01',
      end_date: '2027-12-31',
    });
    expect(structured).toMatchObject({ total: 1, events: [{ title: 'Lantern walk' }] });
  });

  test('kalends mcp exits at the end of its input', async () => {
    const { folder } = await folderWithEditor();
    expect(await runCli(['mcp'], { folder })).toMatchObject({ code: 0, out: '' });
  });

  test('kalends mcp answers lines that are not messages with an error of JSON-RPC', async () => {
    const { folder } = await folderWithEditor();
    const child = startMcp(folder);
    const replies = text(child.stdout);
    const sent = ['{"jsonrpc": "2.0", "method"', '', '[]', '{"id": 7, "title": "Bücher"}', '{"id": [1]}', 'null'];
    child.stdin.end(`${sent.join('\n')}\r\nno JSON`);
    expect(
      (await replies)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      [
        { id: null, code: -32700, message: 'Parse error' },
        { id: null, code: -32600, message: 'Invalid request' },
        { id: 7, code: -32600, message: 'Invalid request' },
        { id: null, code: -32600, message: 'Invalid request' },
        { id: null, code: -32600, message: 'Invalid request' },
        { id: null, code: -32700, message: 'Parse error' },
      ].map(({ id, ...error }) => ({ jsonrpc: '2.0', error, id })),
    );
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0);
  });

  test('kalends mcp refuses an endless line', async () => {
    const { folder } = await folderWithEditor();
    const child = startMcp(folder);
    const complaint = text(child.stderr);
    child.stdin.on('error', () => undefined).write('x'.repeat(11 * 1024 * 1024));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await complaint).toBe('kalends: A message on standard input is longer than 10 MiB.\n');
  });

  test('kalends mcp exits with success when its output is closed', async () => {
    const { folder } = await folderWithEditor();
    const child = startMcp(folder);
    const complaint = text(child.stderr);
    const send = () => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    send();
    await once(child.stdout, 'data');
    child.stdout.destroy();
    send();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await complaint).toBe('');
  });

  test('kalends mcp exits with success on a signal to stop', async () => {
    const { folder } = await folderWithEditor();
    const child = startMcp(folder);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.each([
    ['a wrong password', { KALENDS_MCP_USER: 'ed', KALENDS_MCP_PASSWORD: 'wrong' }, 1, /Signing in .* failed/],
    ['half of an account', { KALENDS_MCP_USER: 'ed' }, 2, /must be set together/],
  ])('kalends mcp does not start with %s', async (_name, environment, code, complaint) => {
    const { folder } = await folderWithEditor();
    const ended = await runCli(['mcp'], { folder, environment });
    expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(complaint) });
  });

  test('kalends mcp has no options for pages, metrics and background work, which only the service has', async () => {
    const { out } = await runInProcess(['mcp', '--help'], { folder: temporaryFolder() });
    expect(out).toContain('--timezone');
    expect(out).not.toMatch(/--(?:pages|map-|metrics|audit-|revisions|webhook-|slow-request)/);
  });

  test('kalends mcp does not start without a calendar', async () => {
    expect(await runCli(['mcp'], { folder: temporaryFolder() })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no calendar'),
    });
  });
});

test('The service starts without loading the MCP SDK', async () => {
  const app = fileURLToPath(new URL('../../src/serve/run-service.ts', import.meta.url));
  const script = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) { seen.push(name); return next(name, context); } });
    await import(${JSON.stringify(app)});
    console.log(seen.filter((name) => /modelcontextprotocol|^zod/.test(name)).join() || 'none of ' + (seen.length > 50));`;
  const { out, err } = await runNode(['--input-type=module', '--no-warnings', '-e', script], temporaryFolder());
  expect(err).toBe('');
  expect(out).toBe('none of true\n');
});
