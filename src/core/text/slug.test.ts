import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs } from '../../../test/support/runs.ts';
import { slugify, suffixSlug, uncutSlug } from './slug.ts';

describe('slugify', () => {
  test.each([
    ['Minimal Lantern Walk', 'minimal-lantern-walk'],
    [`Children's Day -- "with" 2 < 3`, 'childrens-day-with-2-3'],
    ['Fête de l’Été à Köln', 'fete-de-lete-a-koln'],
    ['Straße Æther Œuvre Þór Ðan Øre Łódź Đà ı Nguyễn', 'strase-aether-oeuvre-thor-dan-ore-lodz-da-i-nguyen'],
    ['10×20 a_b.c/d', '10x20-a_b-c-d'],
    ['a\u00a0b\u3000c – d—e‑f', 'a-b-c-d-e-f'],
    ['€5 or £6', 'e5-or-6'],
    ['100% fun 50%41', '100-fun-5041'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
    ['%E6%97%A5%e6%9c%ac', '%e6%97%a5%e6%9c%ac'],
    ['caf%C3%A9%20bar', 'cafe-bar'],
    ['Йод', '%d0%b9%d0%be%d0%b4'],
    ['Party 🎉', 'party-%f0%9f%8e%89'],
    ['❤️ a\u200bb\u202ec', '%e2%9d%a4-abc'],
    ['Rock &amp; Roll &ndash; x &foo;', 'rock-roll-x'],
    ['Root <img src=x onerror=alert(1)> title<script>x</script>', 'root-title'],
    ['texts__trashed', 'texts__trashed'],
    ['--a--', 'a'],
    ['!!!', ''],
    ['\ud83c', ''],
  ])('%j has the slug %j', (text, slug) => expect(slugify(text)).toBe(slug));

  test('A slug is cut at 200 characters, between characters and without a hyphen at the end', () => {
    expect(slugify('a'.repeat(300))).toBe('a'.repeat(200));
    expect(slugify('日'.repeat(100))).toBe('%e6%97%a5'.repeat(22));
    expect(slugify(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });

  test.each(['__trashed', '__trashed-2', '__trashed-31'])(
    'The mark of the trash does not count towards the length: %s',
    (mark) => {
      expect(slugify(`${'a'.repeat(200)}${mark}`)).toBe(`${'a'.repeat(200)}${mark}`);
      expect(slugify(`${'日'.repeat(22)}${mark}`)).toBe(`${'%e6%97%a5'.repeat(22)}${mark}`);
      expect(slugify(`${'a'.repeat(300)}${mark}`)).toBe(`${'a'.repeat(200)}${mark}`);
    },
  );

  test('Slugs are idempotent and contain URL characters only', () => {
    const pieces = [
      '%',
      '%e6',
      '%97',
      '%a5',
      '-',
      '.',
      '/',
      ' ',
      '%20',
      '%25',
      'ß',
      'é',
      '日',
      '&amp;',
      '&#37;',
      'İ',
      'Σ',
    ];
    const soup = fc.array(fc.constantFrom(...pieces, '\u0301', '_', '%c3%a9', 'a', '🎉', 'x'.repeat(70)));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          soup.map((all) => all.join('')),
        ),
        fc.nat(99),
        (text, n) => {
          for (const slug of [slugify(text), suffixSlug(slugify(text), n + 2)]) {
            expect(slugify(slug)).toBe(slug);
            expect(slug).toMatch(/^(?:[a-z0-9_-]|%[0-9a-f]{2}){0,200}$/);
            expect(slug.length).toBeLessThanOrEqual(200);
            expect(() => decodeURIComponent(slug)).not.toThrow();
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

test.each([
  ['Jazz & more', 'jazz-more'],
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), ''],
  ['日'.repeat(22), '%e6%97%a5'.repeat(22)],
  ['%e6%97%a5'.repeat(22), '%e6%97%a5'.repeat(22)],
  ['日'.repeat(23), ''],
  [`${'a'.repeat(200)} !`, 'a'.repeat(200)],
  [`${'a'.repeat(200)}__trashed`, `${'a'.repeat(200)}__trashed`],
])('uncutSlug(%j)', (text, slug) => expect(uncutSlug(text)).toBe(slug));

test.each([
  ['a', 2, 'a-2'],
  ['a'.repeat(200), 12, `${'a'.repeat(197)}-12`],
  ['%e6%97%a5'.repeat(22), 2, `${'%e6%97%a5'.repeat(22)}-2`],
  [`aa${'%e6%97%a5'.repeat(22)}`, 2, `aa${'%e6%97%a5'.repeat(21)}-2`],
  [`${'a'.repeat(197)}-b`, 2, `${'a'.repeat(197)}-2`],
  ['', 2, '2'],
  [`${'a'.repeat(200)}__trashed`, 2, `${'a'.repeat(200)}__trashed-2`],
])('suffixSlug(%j, %i)', (slug, n, expected) => expect(suffixSlug(slug, n)).toBe(expected));
