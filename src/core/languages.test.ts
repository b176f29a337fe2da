import { expect, test } from 'vitest';
import { languageOfTag, languages, languageTag } from './languages.ts';

test('Languages are written as in BCP 47', () => {
  expect(languages.map(languageTag)).toEqual(['bg', 'zh-Hans', 'en', 'fr', 'de', 'ja', 'pt-BR', 'es']);
});

test.each([
  ['de-AT', 'de'],
  ['PT', 'pt-br'],
  ['zh-CN', 'zh-hans'],
  ['it', undefined],
  ['', undefined],
])('The tag %s stands for %s', (tag, language) => expect(languageOfTag(tag)).toBe(language));
