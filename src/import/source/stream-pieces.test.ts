import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/run-cli.ts';
import { readLimits, readPieces } from './read-pieces.ts';

const recordBytes = 512 * 1024;

async function piecesOf(content: unknown, wholeBytes: number) {
  const path = join(temporaryFolder(), 'page.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return Array.fromAsync(readPieces({ name: 'page.json', path }, { ...readLimits, wholeBytes, recordBytes }));
}

const whole = 8 * 1024 ** 2;
const streamed = 0;

test.each([
  ['lists and other members', { events: [{ id: 1, venue: { id: 2, tags: ['a', [1]] } }, 3], total: 2, tags: [] }],
  ['a bare list', [{ id: 1, venue: { id: 2 } }, null, 'text']],
  ['a byte order mark', `\ufeff${JSON.stringify({ venues: [{ id: 1 }], rest_url: 'https://x.example/' })}`],
  ['many elements', { events: Array.from({ length: 5000 }, (_, id) => ({ id, title: `Größe ${id}`.repeat(20) })) }],
])('A streamed page has the same pieces as one that is parsed as a whole: %s', async (_, content) => {
  const pieces = await piecesOf(content, whole);
  expect(pieces.length).toBeGreaterThan(2);
  expect(await piecesOf(content, streamed)).toEqual(pieces);
});

test.each([
  ['a cut file', '{"events":[{"id":1}', 'page.json is not JSON: it ends in the middle.'],
  ['a web page within', '{"events":[{"id":1},<p>]}', 'page.json is not JSON (at byte 20).'],
  ['a second document', '{"events":[]} {"events":[]}', 'page.json is not JSON (at byte 14).'],
  [
    'deep nesting',
    `{"events":[${'['.repeat(10_000)}${']'.repeat(10_000)}]}`,
    'page.json is nested deeper than 64 levels.',
  ],
  [
    'a large record',
    JSON.stringify({ events: ['x'.repeat(2 * recordBytes)] }),
    'page.json holds a record of more than 0 MiB.',
  ],
])('A streamed page is refused with the reason: %s', async (_, content, problem) => {
  await expect(piecesOf(content, streamed)).rejects.toThrow(problem);
});
