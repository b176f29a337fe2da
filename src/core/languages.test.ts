import { expect, test } from 'vitest';
import { languages, languageTag } from './languages.ts';

test('Languages are written as in BCP 47', () => {
  expect(languages.map(languageTag)).toEqual(['bg', 'zh-Hans', 'en', 'fr', 'de', 'ja', 'pt-BR', 'es']);
});
