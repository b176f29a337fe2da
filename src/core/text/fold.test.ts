import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs } from '../../../test/support/runs.ts';
import { foldText, searchTerms, searchWords } from './fold.ts';

describe('foldText', () => {
  test.each([
    ['STRASSE', 'strasse'],
    ['Straße Ünïcödé', 'strasse unicode'],
    ['Æon Œuvre Øre Łódź Đà Nẵng ı İ', 'aeon oeuvre ore lodz da nang i i'],
    ['Ελλάδα ΟΔΌΣ', 'ελλαδα οδοσ'],
    ['が ｶﾞ カ', 'が ガ カ'],
    ['Йод Ёлка', 'йод ёлка'],
    ['हिन्दी', 'हिन्दी'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['“q” «r» ‘a’ l’été 5″', `"q" "r" 'a' l'ete 5"`],
    ['a–b—c‑d−e', 'a-b-c-d-e'],
    ['soft\u00adhy\u200bphen \ufeff❤️', 'softhyphen ❤'],
    ['bell\u0007, nothing\u0000 and\u0009tab', 'bell, nothing and tab'],
    [' a \n\t\u00a0 b ', 'a b'],
    [' a b', 'a b'],
    [' ', ''],
    ['…™', '...tm'],
    ['plain text', 'plain text'],
  ])('%j is folded to %j', (text, expected) => expect(foldText(text)).toBe(expected));

  test('Folding is idempotent, and folded texts are in NFC', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aÄßİıΣσς\u0301\u0308´¨″–  がｶﾞ한ж\u0306\u00ad\u200dǆﬁ①Å') });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }), letters), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded.normalize('NFC')).toBe(folded);
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each<[string, string[], string[]]>([
  ['foo Bär', ['foo', 'bar'], []],
  ['"foo  bar" baz', ['foo bar', 'baz'], []],
  ['“foo bar” baz', ['foo bar', 'baz'], []],
  ['« foo bar » -«baz»', ['foo bar'], ['baz']],
  ['「日本 祭り」《音乐》', ['日本 祭り', '音乐'], []],
  ['-foo bar -"a b"', ['bar'], ['foo', 'a b']],
  ['foo - bar -- baz', ['foo', 'bar', 'baz'], []],
  ['well-known', ['well-known'], []],
  ['"to the end', ['to the end'], []],
  ['rock"n"roll', ['rock', 'n', 'roll'], []],
  ['rock, jazz 1,5', ['rock', 'jazz', '1,5'], []],
  ['rock,jazz+blues c++', ['rock', 'jazz', 'blues', 'c++'], []],
  ['a A á', ['a'], []],
  ['"" - \u200b', [], []],
  ['', [], []],
  ['日本　祭り', ['日本', '祭り'], []],
  ['!!!', ['!!!'], []],
])('The search terms of %j are found', (query, include, exclude) =>
  expect(searchTerms(query)).toEqual({ include, exclude }),
);

test('A search has at most 24 terms', () => {
  const query = Array.from({ length: 200 }, (_, n) => (n % 2 ? `-w${n}` : `w${n}`)).join(' ');
  const { include, exclude } = searchTerms(query);
  expect([include.length, exclude.length]).toEqual([12, 12]);
  expect(searchWords(query)).toEqual({ include, exclude });
});

test.each(['"'.repeat(300_000), '-'.repeat(300_000), ','.repeat(300_000), 'a'.repeat(300_000)])(
  'Folding a long text takes bounded time',
  (q) => {
    const started = performance.now();
    searchTerms(q);
    searchWords(q);
    expect(performance.now() - started).toBeLessThan(2000);
  },
);

test.each<[string, string[], string[]]>([
  ['Grand Hall', ['grand', 'hall'], []],
  ["Children's, (old) town!", ['children', 's', 'old', 'town'], []],
  ['Köln-Deutz 12/3', ['koln-deutz', '12', '3'], []],
  ['office@example.org', ['office', 'example', 'org'], []],
  ['日本 会館', ['日本', '会館'], []],
  ['「夏祭り」会館', ['夏祭り', '会館'], []],
  ['"St. Mary" hall -old -"St. John" -a@b.example', ['st. mary', 'hall'], ['old', 'st. john', 'a@b.example']],
  ['!!! - , ""', [], []],
])('The search words of %j are found', (query, include, exclude) =>
  expect(searchWords(query)).toEqual({ include, exclude }),
);
