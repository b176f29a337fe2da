// Fragments that people, editors and attackers might send, in any order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { toPlainText } from '../plain-text.ts';
import { toSafeHtml, toSafeLines } from './html.ts';
import { allowedElements } from './html-elements.ts';

const names =
  'p div span a b strong i em ul ol li dl dt dd table tr td th tbody thead caption blockquote pre code h1 h2 br hr img ' +
  'video source picture ruby rt rp figure figcaption details summary font svg math script style textarea title iframe ' +
  'form select option foo o:p x-y noscript col template object meta image plaintext xmp body';
const attributes = [
  '',
  ' class="x"',
  ' href="/a?b=1&c=2"',
  ' href=javascript:alert(1)',
  ' href="&#x6A;avascript:1"',
  ' src=x.jpg',
  ' src="data:text/html,x"',
  ' srcset="a.jpg 1x, b.jpg 2x"',
  ' onclick="x"',
  ' style="color:red; text-align : left"',
  ' target=_blank',
  ' alt=""',
  ' title="a > b < c &amp; \' one=1 onerror=2 javascript: q"',
  ` title='"'`,
  ' title="\u0338e\u0301\n&quot;&lt;&#0;&#1;&nbsp;"',
  '/',
  ' "',
  ' =',
];
const texts =
  'a,word,\n,\n\n, ,\t,&amp;,&nbsp;,&,&#8211;,&#0;,&#150;,&foo;,&#x0a;,<,>,</,<!--,-->,<!,<?,<!doctype html>,",\',=,é,e\u0301,' +
  '\u0338,\u037e,日本,🎉,\u200b,\u0000,\u000b,\r\n,1 < 2,<3,<a,<b ,</p,&lt;script&gt;,\u2028,<![CDATA[x]]>,\u202e,\u00a0';

const element = fc
  .tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom(...attributes), fc.constantFrom(...attributes))
  .map(([name, one, other]) => `<${name}${one}${other}>`);
const closing = fc.constantFrom(...names.split(' ')).map((name) => `</${name}>`);

const markupSoup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...texts.split(',')) },
      { weight: 3, arbitrary: element },
      { weight: 3, arbitrary: closing },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

const unsafe = new RegExp(
  '<\\s*(script|iframe|object|embed|style|form|svg|math|link|meta|base)\\b|<[^>]*\\son\\w+\\s*=|' +
    '<[^>]*(javascript|vbscript)\\s*:|<[^>]*data\\s*:\\s*text/html',
  'iu',
);

test.each([
  ['in paragraphs', toSafeHtml],
  ['in its own lines', toSafeLines],
])('Safe HTML %s is idempotent, in NFC, and contains allowed markup only', (_, clean) => {
  fc.assert(
    fc.property(markupSoup, (input) => {
      const html = clean(input);
      expect(clean(html)).toBe(html);
      expect(html.normalize('NFC')).toBe(html);
      expect(html).not.toMatch(/[^\P{Cc}\n\t]/u);
      for (const [, name, attributes = ''] of html.matchAll(/<\/?([^\s/>]*)([^>]*)>/g)) {
        expect(allowedElements).toContain(name);
        expect(attributes).toMatch(/^(?: [a-z-]+(?:="[^"<>]*")?)*(?: \/)?$/);
        expect(attributes).not.toMatch(/\son\w+\s*=|(?:script|data):/i);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('Plain text is idempotent, safe, on one line and in NFC', () => {
  fc.assert(
    fc.property(markupSoup, (input) => {
      const text = toPlainText(input);
      expect(toPlainText(text)).toBe(text);
      expect(text).not.toMatch(unsafe);
      expect(text).not.toMatch(/\p{Cc}| {2}|^\s|\s$/u);
      expect(text.normalize('NFC')).toBe(text);
    }),
    { numRuns: runs(500) },
  );
});
