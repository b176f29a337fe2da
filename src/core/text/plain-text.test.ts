import { describe, expect, test } from 'vitest';
import { hasForbiddenCharacters, isBlank, toPlainText } from './plain-text.ts';

const unsafe = new RegExp(
  '<\\s*(script|iframe|object|embed|style|form|svg|math|link|meta|base)\\b|<[^>]*\\son\\w+\\s*=|' +
    '<[^>]*(javascript|vbscript)\\s*:|<[^>]*data\\s*:\\s*text/html',
  'iu',
);

describe('toPlainText', () => {
  const kept = [
    `Salt & Pepper "Night" -- 'tis`,
    '2 < 3',
    'Kids <12 years',
    'a<b',
    'if (a<b && b>c)',
    'x <b and more',
    'Ann <ann@example.org>',
    '&lt;b&gt; &amp; &nbsp;',
    'Party 🎉 👩‍👩‍👧 ❤️',
    'می‌خواهم',
    'שלום\u200f! x',
    'a\u00a0b',
    '\u2067abc\u2069 \u202bx\u202c',
  ];
  test.each(kept)('Plain text is unchanged: %j', (text) => expect(toPlainText(text)).toBe(text.normalize('NFC')));

  test.each([
    ['tags', '<b>B</b>old<br>x <p>a</p><p>b</p>', 'Bold x a b'],
    ['scripts and styles with their content', 'Root <script>alert(1)</script> title<style>a</style>', 'Root title'],
    ['quoted ends of tags', '<img alt="a>b" src=x onerror=y> c', 'c'],
    ['unfinished tags', 'Root <img src=x onerror=alert(1)', 'Root'],
    ['unfinished scripts', 'a <script>x', 'a'],
    ['comments and declarations', 'a<!-- <b> -->b<!doctype html><?xml x?>c<!-- d', 'abc'],
    ['tags in tags', '<<b>script>alert(1)</<i>script>x', 'script>alert(1)x'],
    ['tags of word processors', '<o:p>a</o:p>', 'a'],
    ['line ends and controls', ' a\r\n\tb\u0000c\u2028d\u0085 ', 'a b c d'],
    ['invisible ends', '\ufeff\u200b a \u200f\u00a0\u3000', 'a'],
    ['byte order marks', 'a\ufeffb', 'ab'],
    ['unclosed directions', '\u202eabc \u2066x', 'abc x'],
    ['crossed directions', '\u2066\u202ea\u2069\u202c', '\u2066a\u2069'],
    ['decomposed letters', 'e\u0301', 'é'],
  ])('Plain text is without %s', (_, input, expected) => expect(toPlainText(input)).toBe(expected));

  test.each(['x < script y', 'a < b only = c', '<foo onx=1>', '<q javascript:', '< svg'])(
    'Plain text has no markup left of %j',
    (input) => {
      expect(toPlainText(input)).not.toMatch(unsafe);
      expect(toPlainText(input)).not.toContain('<');
    },
  );

  test.each([
    ['layers', `${'<b'.repeat(100_000)}>`.repeat(2)],
    ['unfinished tags', '<b '.repeat(200_000)],
    ['quotes', `<b ${`="`.repeat(200_000)}>`],
    ['spaces', `a${' '.repeat(500_000)}b`],
    ['directions', '\u202a'.repeat(200_000)],
    ['directions that end', '\u202a'.repeat(100_000) + '\u2069'.repeat(100_000)],
    ['mixed directions', '\u2066\u202a\u202c\u202c\u2069\u2069'.repeat(30_000)],
  ])('Plain text takes bounded time over %s', (_, input) => {
    const started = performance.now();
    toPlainText(input);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

test.each(['', ' ', '\u00a0\u3000\n', '\u200b\u200d\ufeff', '\u0000', '\u2800', '\u202e'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', '.', '日', '🎉', '\u0301', '0'])('%j is not blank', (text) => expect(isBlank(text)).toBe(false));

test.each([
  ['a\u0000', true],
  ['\ud83c', true],
  ['a\udf89', true],
  ['🎉 é\n', false],
  ['', false],
])('Forbidden characters are found in %j: %j', (text, expected) => expect(hasForbiddenCharacters(text)).toBe(expected));
