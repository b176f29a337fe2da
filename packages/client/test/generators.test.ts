// Clients that generators of others make of the document compile, and create and list an event.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tsc } from '../scripts/build-package.ts';
import { type ServedApp, serveTestApp } from './support/served-app.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'kalends-generated-'));

type Program = (origin: string, authorization: string) => Promise<{ created: string; listed: readonly string[] }>;

let app: ServedApp;
let document: object;

beforeAll(async () => {
  app = await serveTestApp();
  const { body } = await app.request<object>({ path: '/doc' });
  document = { ...body, servers: [{ url: `${app.origin}/wp-json/calendar/events/v1` }] };
  symlinkSync(join(source, '../../node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const event = `{ title: 'Generated', start_date: '2027-05-10 19:00:00', end_date: '2027-05-10 21:00:00' }`;

/** Compiles the program with its generated parts as strictly as can be, and runs it against the service. */
async function tryOut(name: string, text: string): Promise<void> {
  const main = join(folder, name, 'main.ts');
  writeFileSync(main, text);
  const strict = ['--ignoreConfig', '--strict', '--skipLibCheck', '--noEmit'];
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
  ];
  const { stdout } = await run(process.execPath, [tsc, ...strict, ...modules, main]).catch((error) => error);
  expect(stdout).toBe('');
  const outfile = join(folder, name, 'main.mjs');
  await build({ entryPoints: [main], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  const { program } = (await import(pathToFileURL(outfile).href)) as { program: Program };
  const basic = `Basic ${Buffer.from(`ed:${app.passwords.ed}`).toString('base64')}`;
  const { created, listed } = await program(app.origin, basic);
  expect(created).toBe('Generated');
  expect(listed).toContain('Generated');
}

test('openapi-typescript without options generates types that compile', { timeout: 120_000 }, async () => {
  mkdirSync(join(folder, 'types'));
  writeFileSync(join(folder, 'types/schema.ts'), astToString(await openapiTS(structuredClone(document) as never)));
  await tryOut(
    'types',
    `import type { components, operations } from './schema';
const body: components['schemas']['EventCreate'] = ${event};
type Created = operations['createEvent']['responses'][201]['content']['application/json'];
type Listed = operations['listEvents']['responses'][200]['content']['application/json'];
export async function program(origin: string, authorization: string) {
  const url = origin + '/wp-json/calendar/events/v1/events';
  const headers = { authorization, 'content-type': 'application/json' };
  const created = (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Created;
  const listed = (await (await fetch(url)).json()) as Listed;
  return { created: created.title, listed: listed.events.map(({ title }) => title) };
}
`,
  );
});

test('@hey-api/openapi-ts without options generates a client that compiles and works', {
  timeout: 120_000,
}, async () => {
  const output = join(folder, 'sdk/client');
  await createClient({ input: structuredClone(document) as never, output, logs: { level: 'silent' } });
  await tryOut(
    'sdk',
    `import { createEvent, listEvents } from './client';
import { client } from './client/client.gen';
export async function program(origin: string, authorization: string) {
  client.setConfig({ baseUrl: origin + '/wp-json/calendar/events/v1', headers: { authorization } });
  const created = await createEvent({ body: ${event}, throwOnError: true });
  const listed = await listEvents({ query: { per_page: 5 }, throwOnError: true });
  return { created: created.data.title, listed: listed.data.events.map(({ title }) => title) };
}
`,
  );
});
