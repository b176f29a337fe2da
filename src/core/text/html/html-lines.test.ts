import { expect, test } from 'vitest';
import { toSafeHtml } from './html.ts';
import { htmlToLines } from './html-lines.ts';

test.each([
  ['', ''],
  ['One\n\nTwo\nthree', 'One\n\nTwo\nthree'],
  ['<p>One</p><ul><li>a</li><li>b <b>c</b></li></ul><p>Two</p>', 'One\n\na\nb c\n\nTwo'],
  ['<h2>Head</h2>Text &amp; more', 'Head\n\nText & more'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
])('The lines of %j are %j', (input, lines) => {
  expect(htmlToLines(toSafeHtml(input))).toBe(lines);
});
