// Texts crafted to be slow: each would take half a minute if the time were not linear.
import { expect, test } from 'vitest';
import { foldText, searchTerms } from './fold.ts';
import { toSafeHtml } from './html/html.ts';
import { stripTags } from './html/strip-tags.ts';
import { normalise } from './normalise.ts';
import { toPlainText } from './plain-text.ts';
import { slugify } from './slug.ts';

const length = 120_000;
const filled = (piece: string): string => piece.repeat(length / piece.length);

/** Far longer than any of these takes, and far shorter than quadratic time. */
const enough = 10_000;

test.each(['<b x', '<b x="', '<i ', '</u y'])(
  'Of many tags that share one end, each is read once: %s',
  { timeout: enough },
  (piece) => {
    const text = `${filled(piece)}>`;
    expect(stripTags(text).length).toBeLessThanOrEqual(text.length);
    expect(toPlainText(text).length).toBeLessThanOrEqual(text.length);
    expect(toSafeHtml(text)).not.toContain('<b x');
  },
);

const marked: [what: string, text: string][] = [
  ['marks in no order', `a${filled('\u0301\u0323')}`],
  ['marks that come of half-width signs', `a${filled('\uff9e\u0334')}`],
  ['marks with joiners between them', `a${filled('\u0301\u200d\u0323\u200d')}`],
];

test.each(marked)('Only the first of many marks on a letter are kept: %s', { timeout: enough }, (_, text) => {
  for (const read of [toPlainText, toSafeHtml, slugify, foldText, searchTerms]) expect(read(text)).toBeDefined();
  expect(toPlainText(toPlainText(text))).toBe(toPlainText(text));
  expect(toSafeHtml(toSafeHtml(text))).toBe(toSafeHtml(text));
});

test('The marks of any script keep their order', () => {
  expect(toPlainText(`q${'\u0301\u0323'.repeat(15)}y`)).toBe(`q${'\u0323'.repeat(15)}${'\u0301'.repeat(15)}y`);
  expect(normalise(`q${'\u0344'.repeat(31)}y`, 'NFC')).toBe(`q${'\u0308\u0301'.repeat(15)}y`);
});

test('Characters that become marks in a normal form count as marks', () => {
  for (let code = 0x80; code < 0x110000; code++) {
    const character = code >= 0xd800 && code < 0xe000 ? 'a' : String.fromCodePoint(code);
    const joined = `\u0345${character}`.normalize('NFKD');
    const isOrdered = joined === `\u0345${character.normalize('NFKD')}`;
    if (!isOrdered) expect(character).toMatch(/^[\p{M}\uff9e\uff9f]$/u);
  }
});

test('Surplus marks are dropped in every script', () => {
  for (let code = 0x300; code < 0x110000; code++) {
    const character = code >= 0xd800 && code < 0xe000 ? 'a' : String.fromCodePoint(code);
    if (!/[\p{M}\uff9e\uff9f]/u.test(character)) continue;
    expect(normalise(`q${character.repeat(32)}`, 'NFC')).toBe(normalise(`q${character.repeat(30)}`, 'NFC'));
  }
});
