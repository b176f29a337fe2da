import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonProblem } from './bytes.ts';
import { createSplitter, type Piece } from './splitter.ts';

const limits = { maxBytes: 1024, maxDepth: 8 };

/** Reads a text that comes in chunks of so many bytes. */
function split(text: string | Uint8Array, chunkBytes = 7): Piece[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const splitter = createSplitter(limits);
  const pieces: Piece[] = [];
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    pieces.push(...splitter.push(bytes.subarray(from, from + chunkBytes)));
  }
  splitter.end();
  return pieces;
}

describe('pieces', () => {
  test('the members of an object, lists element by element', () => {
    expect(split('{"events":[{"id":1},[2],"a"],"total":"3","next":null,"tags":[]}')).toEqual([
      { kind: 'list', key: 'events' },
      { kind: 'element', key: 'events', index: 0, value: { id: 1 } },
      { kind: 'element', key: 'events', index: 1, value: [2] },
      { kind: 'element', key: 'events', index: 2, value: 'a' },
      { kind: 'member', key: 'total', value: '3' },
      { kind: 'member', key: 'next', value: null },
      { kind: 'list', key: 'tags' },
    ]);
  });

  test('a bare list has the key of none', () => {
    expect(split(' [ 1 , {"a":"]\\"}"} ] ')).toEqual([
      { kind: 'list', key: '' },
      { kind: 'element', key: '', index: 0, value: 1 },
      { kind: 'element', key: '', index: 1, value: { a: ']"}' } },
    ]);
  });

  test('a byte order mark is nothing', () => {
    expect(split('\ufeff{"a":1}')).toEqual([{ kind: 'member', key: 'a', value: 1 }]);
  });

  test('any JSON, however it is cut, is what JSON.parse says', () => {
    const chunkSizes = fc.integer({ min: 1, max: 40 });
    const values = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    fc.assert(
      fc.property(values, chunkSizes, fc.boolean(), (value, chunkBytes, isPretty) => {
        const text = JSON.stringify(value, null, isPretty ? 2 : 0);
        fc.pre(text.length < limits.maxBytes);
        expect(assemble(split(text, chunkBytes))).toEqual(JSON.parse(text));
      }),
    );
  });
});

function assemble(pieces: readonly Piece[]): Record<string, unknown> {
  const lists = new Map<string, unknown[]>();
  const entries: [string, unknown][] = [];
  for (const piece of pieces) {
    if (piece.kind === 'member') entries.push([piece.key, piece.value]);
    else if (piece.kind === 'list') {
      lists.set(piece.key, []);
      entries.push([piece.key, lists.get(piece.key)]);
    } else lists.get(piece.key)?.push(piece.value);
  }
  return Object.fromEntries(entries);
}

describe('what is no JSON, or too much', () => {
  const cases: [name: string, text: string | Uint8Array, problem: RegExp][] = [
    ['nothing', '', /is empty/],
    ['HTML', '<!doctype html>', /not JSON \(at byte 0\)/],
    ['a number', '12', /not JSON/],
    ['a cut file', '{"events":[{"id":1},', /ends in the middle/],
    ['a cut string', '{"events":["abc', /ends in the middle/],
    ['a missing comma', '{"a":1 "b":2}', /not JSON \(at byte/],
    ['a comma too many', '{"a":[1,]}', /not JSON/],
    ['a comma at the end', '{"a":1,}', /not JSON/],
    ['two documents', '{"a":1}{"b":2}', /not JSON/],
    ['a broken element', '[{"a":tru}]', /not JSON/],
    ['the wrong bracket', '[{"a":1]]', /not JSON/],
    ['single quotes', "{'a':1}", /not JSON/],
    ['Latin-1', Buffer.from('{"a":"caf\xe9"}', 'latin1'), /not JSON/],
    ['an endless record', `["${'x'.repeat(2000)}"]`, /record of more than/],
    ['deep nesting', `[${'['.repeat(20)}${']'.repeat(20)}]`, /deeper than 8 levels/],
  ];
  test.each(cases)('%s', (_, text, problem) => {
    expect(() => split(text)).toThrow(JsonProblem);
    expect(() => split(text)).toThrow(problem);
  });
});
