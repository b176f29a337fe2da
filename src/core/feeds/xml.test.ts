import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { branch, empty, escapeXml, leaf, xmlDocument } from './xml.ts';

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...['<', '>', '&', '"', "'", ']]>', '<!--', '\0', '\x1b', '\ufffe', '\ud800', '\r', '\n', '&amp;', '🎉'],
    ),
    fc.string({ unit: anyCharacter, maxLength: 2 }),
  ),
  maxLength: 40,
});

/** The part of a text that XML 1.0 can represent. */
const possible = (text: string): string =>
  [...text.toWellFormed()].filter((one) => /[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(one)).join('');

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#13': '\r',
  '#10': '\n',
  '#9': '\t',
};
const unescapeXml = (text: string): string => text.replace(/&([^;]+);/g, (_, name: string) => named[name] as string);

test('Text is escaped, and parsed to the same text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>\r]|&(?!lt;|gt;|amp;|#13;)/);
      expect(unescapeXml(escaped)).toBe(possible(text));
    }),
    { numRuns: 500 },
  );
});

test('Attributes are escaped, and parsed to the same text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const [, value = ''] = /^<a b="([^"]*)"\/>$/.exec(empty('a', { b: text })) ?? [];
      expect(value).not.toMatch(/[<>\r\n\t]/);
      expect(unescapeXml(value)).toBe(possible(text));
    }),
    { numRuns: 500 },
  );
});

test('Nested elements become one XML document', () => {
  expect(xmlDocument(branch('a', [leaf('b', 'x', { c: undefined, d: '1' }), leaf('e', undefined)]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a><b d="1">x</b></a>\n',
  );
});
