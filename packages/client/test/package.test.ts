// The package as its users get it: built, its types up to date, its size, and the examples of its README.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minified, tsc } from '../scripts/build-package.ts';
import { type Document, typesOf } from '../scripts/types-of.ts';
import { type ServedApp, serveTestApp } from './support/served-app.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

let app: ServedApp;
const folder = mkdtempSync(join(tmpdir(), 'kalends-client-'));
const copy = join(folder, 'packages/client');
let packed: readonly string[] = [];

beforeAll(async () => {
  app = await serveTestApp();
  cpSync(source, copy, { recursive: true, filter: (path) => !/(?:node_modules|dist|schema\.ts)$/.test(path) });
  for (const name of ['node_modules', 'packages/client/node_modules', 'scripts', 'package.json', 'tsconfig.json']) {
    symlinkSync(join(source, '../..', name), join(folder, name));
  }
  const { stdout } = await run('npm', ['pack', '--json', '--loglevel=error'], { cwd: copy });
  const [{ files }] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as [
    { files: { path: string }[] },
  ];
  packed = files.map(({ path }) => path);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('Packing builds first, as the README says', () => {
  expect(packed).toEqual(expect.arrayContaining(['dist/client.js', 'dist/client.d.ts', 'README.md', 'package.json']));
  expect(packed.filter((path) => /^(?:src|test|scripts)/.test(path))).toEqual([]);
});

test('The generated types are those of the document', async () => {
  const { body } = await app.request<Document>({ path: '/doc' });
  expect(readFileSync(`${copy}/src/schema.ts`, 'utf8') === (await typesOf(body))).toBe(true);
});

test('The package is smaller than 10 kB', async () => {
  const code = await minified();
  expect(code).toContain('calendar\\/events\\/v1');
  expect(Buffer.byteLength(code)).toBeLessThan(10_000);
});

describe('the installed package', { timeout: 120_000 }, () => {
  const project = join(folder, 'project');
  const examples = examplesIn(readFileSync(`${source}README.md`, 'utf8'));
  const fileOf = (index: number) => join(project, `example-${index}.ts`);

  beforeAll(async () => {
    const installed = join(project, 'node_modules/@kalends/client');
    for (const path of packed) cpSync(join(copy, path), join(installed, path));
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    for (const [index, { code }] of examples.entries()) writeFileSync(fileOf(index), code);
    const ed = app.client({ as: 'ed' });
    const event = { start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:00', categories: ['Concerts'] };
    await ed.categories.create({ name: 'Concerts' });
    await ed.events.create({ title: 'Jazz night', ...event });
    await ed.venues.create({ venue: 'Town hall' });
  }, 120_000);

  /** What the compiler says about these files, with its strictest options. */
  const compile = (files: readonly string[]) =>
    run(process.execPath, [
      tsc,
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      // Its own files of types take most of the time.
      '--skipDefaultLibCheck',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom,dom.iterable',
      ...files,
    ]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );

  test('The examples of the README compile with the strictest options, and wrong calls do not', async () => {
    const wrong = join(project, 'wrong.ts');
    const lines = ['events.list({ colour: 1 })', 'events.create({ title: 5 })', 'tags.trash(1)'];
    writeFileSync(
      wrong,
      `import { createClient } from '@kalends/client';\nconst c = createClient({ url: 'x' });\n${lines.map((line) => `c.${line};`).join('\n')}\n`,
    );
    expect(examples.length).toBeGreaterThan(5);
    const complaint = await compile([...examples.map((_, index) => fileOf(index)), wrong]);
    expect([...complaint.matchAll(/(\S+)\((\d+),\d+\): error/g)].map(([, file, line]) => [file, line])).toEqual(
      ['3', '4', '5'].map((line) => [expect.stringMatching(/wrong\.ts$/), line]),
    );
  });

  test.each(examples.map(({ heading, code }, index) => ({ heading, code, index })))(
    'The example under "$heading" runs',
    async ({ code, index }) => {
      const here = code
        .replace('https://calendar.example/wp-json/calendar/events/v1', app.url)
        .replace('APPLICATION PASSWORD', app.passwords.ed);
      expect(here).not.toContain('calendar.example');
      writeFileSync(fileOf(index), here);
      const { stdout } = await run(process.execPath, ['--no-warnings', fileOf(index)]);
      expect(stdout).toMatch(expected[index] as RegExp);
    },
  );
});

/** What the examples print, in their order. */
const expected = [
  /^2027-05-10 18:00:00 Jazz night\n$/,
  /^\d+ Jazz night\n$/,
  /^$/,
  /^changed meanwhile\n$/,
  /^400 rest_invalid_param .*date/,
  /^the next token: \S+\n$/,
  /^1\n$/,
];

/** The blocks of TypeScript, with the heading that each stands under. */
function examplesIn(readme: string): { heading: string; code: string }[] {
  return readme.split(/^#+ /m).flatMap((section) => {
    const heading = section.split('\n')[0] as string;
    return [...section.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => ({ heading, code: match[1] as string }));
  });
}
