import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { lettersAndPairs } from './index-texts.ts';

test.each<[string[], string]>([
  [['dj'], 'd dj j'],
  [['東京都'], '東 京 都 東京 京都'],
  [['a b\nc'], 'a b c'],
  [['aa aa'], 'a aa'],
  [['ab', 'cd'], 'a b ab c d cd'],
  [['🎭x🎭'], '🎭 🎭x x x🎭'],
  [['3月'], '3 月 3月'],
  [[''], ''],
])('The texts %j have these letters and pairs', (texts, expected) => {
  expect(lettersAndPairs(...texts).sort()).toEqual(expected.split(' ').filter(Boolean).sort());
});

test('The parts of a text are the letters and pairs of letters that occur in it, and no others', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'ab"-é \n東京🎭') });
  fc.assert(
    fc.property(letters, letters, (text, term) => {
      const parts = new Set(lettersAndPairs(text));
      const isMet = lettersAndPairs(term).every((part) => parts.has(part));
      if (text.includes(term)) expect(isMet).toBe(true);
      else if (/^\S{1,2}$/u.test(term)) expect(isMet).toBe(false);
    }),
    { numRuns: runs(500) },
  );
});
