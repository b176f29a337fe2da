import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { readContentLines } from './content-lines.ts';

async function* piecesOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const linesOf = async (bytes: Buffer, size: number, max = 1000) =>
  (await Array.fromAsync(readContentLines(piecesOf(bytes, size), max))).flat();

/** Folds at any byte, like programs that count octets. */
function folded(text: string, width: number): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += width) parts.push(bytes.subarray(at, at + width), Buffer.from('\r\n '));
  return Buffer.concat(parts.slice(0, -1));
}

test('Unfolding restores content lines, in whatever pieces the file arrives', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `X:${text.replace(/[\r\n\0]/g, '')}`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 1, max: 200 }),
      async (texts, width, size) => {
        const bytes = Buffer.concat(texts.flatMap((text) => [folded(text, width), Buffer.from('\r\n')]));
        expect((await linesOf(bytes, size, 1_000_000)).map(({ text }) => text)).toEqual(texts);
      },
    ),
    { numRuns: runs(100) },
  );
});

test('A content line has the number of its first line; empty lines are skipped', async () => {
  expect(await linesOf(Buffer.from('A:1\n  2\n\n\tB\nC:3'), 3)).toEqual([
    { number: 1, text: 'A:1 2', isCut: false },
    { number: 3, text: 'B', isCut: false },
    { number: 5, text: 'C:3', isCut: false },
  ]);
});

test.each([1, 2, 3, 100])(
  'A line may end with any number of carriage returns, even within a fold: %i bytes at a time',
  async (size) => {
    const lines = await linesOf(Buffer.from('A:1\r\r\n  2\r\r\r\nB:3\r\r'), size);
    expect(lines.map(({ text }) => text)).toEqual(['A:1 2', 'B:3']);
  },
);

test('A line that is too long is cut, and the next one is whole', async () => {
  const bytes = Buffer.from(`A:${'x'.repeat(5000)}\r\n ${'y'.repeat(5000)}\r\nB:2\r\n`);
  expect(await linesOf(bytes, 64, 10)).toEqual([
    { number: 1, text: 'A:xxxxxxxx', isCut: true },
    { number: 3, text: 'B:2', isCut: false },
  ]);
});
