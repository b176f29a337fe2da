// The operator's theme in DATA/theme/ is applied to every page, and no other file of the data folder is served.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTheme } from '../../src/web/files/theme.ts';
import { startTestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';

async function themed(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-theme-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await mkdir(join(folder, 'more'));
  await writeFile(join(folder, 'more', 'secret.css'), 'secret');
  const problems: string[] = [];
  const theme = await readTheme(folder, (problem) => problems.push(problem));
  const app = await startTestApp({ theme, settings: { siteName: 'Gazette' } });
  const get = (path: string) => app.request<string>({ path: origin + path });
  return { get, problems };
}

const files = {
  'theme.css': ':root { --accent: teal; }',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'header.html': '<p>Welcome<script>alert(1)</script></p>',
  'footer.html': '<p><a href="/imprint">Imprint</a></p>',
  'footer.de.html': '<p><a href="/impressum">Impressum</a></p>',
};

test('Stylesheet, logo and texts are on every page, texts in its language and without scripts', async () => {
  const { get, problems } = await themed(files);
  const { body, headers } = await get('/events/');
  expect(body).toMatch(/calendar-\w+\.css">\s*<link rel="stylesheet" href="\/theme\/theme\.css">/);
  expect(body).toContain('<img src="/theme/logo.svg" alt="">Gazette</a>');
  expect(body).toContain('<p>Welcome</p>');
  expect(body).toContain('>Imprint</a>');
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect((await get('/de/events/')).body).toContain('>Impressum</a>');
  expect((await get('/event/none/')).body).toContain('/theme/theme.css');
  expect((await get('/embed/')).body).toContain('/theme/theme.css');
  expect(problems).toEqual([]);
});

test('Files have their types and entity tags', async () => {
  const { get } = await themed(files);
  const style = await get('/theme/theme.css');
  expect([style.status, style.body]).toEqual([200, files['theme.css']]);
  expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=UTF-8', etag: expect.any(String) });
  const logo = await get('/theme/logo.svg');
  expect(logo.headers['content-type']).toBe('image/svg+xml');
  expect(logo.headers['content-security-policy']).toContain('sandbox');
});

test('No other files are served, inside or outside of the folder', async () => {
  const { get, problems } = await themed({ ...files, 'notes.txt': 'secret', 'run.js': 'secret' });
  for (const path of [
    'notes.txt',
    'run.js',
    'footer.html',
    'more/secret.css',
    '..%2Fmore%2Fsecret.css',
    '%2e%2e/secret',
    '',
  ])
    expect((await get(`/theme/${path}`)).status, path).toBe(404);
  expect(problems).toEqual([expect.stringContaining('notes.txt'), expect.stringContaining('run.js')]);
});

test('Without a folder there is no theme', async () => {
  const theme = await readTheme(join(tmpdir(), 'kalends-none'), () => undefined);
  expect([theme.files.size, theme.texts.size]).toEqual([0, 0]);
});
