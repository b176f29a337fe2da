import { expect, test } from 'vitest';
import { languages, languageTag } from './languages.ts';

test('Languages are told as BCP 47 writes them', () => {
  expect(languages.map(languageTag)).toEqual(['bg', 'zh-Hans', 'en', 'fr', 'de', 'ja', 'pt-BR', 'es']);
});
