import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from './lines.ts';

function linesOf(bytes: Buffer, chunk: number, max = 1000) {
  const reader = createLineReader(max);
  const lines = [];
  for (let at = 0; at < bytes.length; at += chunk) lines.push(...reader.push(bytes.subarray(at, at + chunk)));
  return [...lines, ...reader.end()];
}

/** At any byte, as programs do that count octets. */
function folded(text: string, width: number): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += width) parts.push(bytes.subarray(at, at + width), Buffer.from('\r\n '));
  return Buffer.concat(parts.slice(0, -1));
}

describe('content lines', () => {
  test('are what they were before they were folded, however the file comes in', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `X:${text.replace(/[\r\n\0]/g, '')}`);
    fc.assert(
      fc.property(
        fc.array(line),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 200 }),
        (texts, width, chunk) => {
          const bytes = Buffer.concat(texts.flatMap((text) => [folded(text, width), Buffer.from('\r\n')]));
          expect(linesOf(bytes, chunk, 1_000_000).map(({ text }) => text)).toEqual(texts);
        },
      ),
    );
  });

  test('are numbered by their first part; empty ones are left out', () => {
    expect(linesOf(Buffer.from('A:1\n  2\n\n\tB\nC:3'), 3)).toEqual([
      { number: 1, text: 'A:1 2', isCut: false },
      { number: 3, text: 'B', isCut: false },
      { number: 5, text: 'C:3', isCut: false },
    ]);
  });

  test.each([1, 2, 3, 100])('end with any number of returns, also within a fold: %i bytes at a time', (chunk) => {
    expect(linesOf(Buffer.from('A:1\r\r\n  2\r\r\r\nB:3\r\r'), chunk).map(({ text }) => text)).toEqual([
      'A:1 2',
      'B:3',
    ]);
  });

  test('are cut where they are too long, and the next one is whole', () => {
    const bytes = Buffer.from(`A:${'x'.repeat(5000)}\r\n ${'y'.repeat(5000)}\r\nB:2\r\n`);
    expect(linesOf(bytes, 64, 10)).toEqual([
      { number: 1, text: 'A:xxxxxxxx', isCut: true },
      { number: 3, text: 'B:2', isCut: false },
    ]);
  });
});
