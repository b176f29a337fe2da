import { expect, test } from 'vitest';
import { languageOfTag, languages, languageTag, withOrdinal } from './languages.ts';

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

test.each([
  ['fr', 'samedi 1 mai 2027', 'samedi 1er mai 2027'],
  ['fr', 'samedi 1 – lundi 3 mai 2027', 'samedi 1er – lundi 3 mai 2027'],
  ['fr', '1–3 mai 2027', '1er–3 mai 2027'],
  ['fr', '21 – 31 mai 2027', '21 – 31 mai 2027'],
  ['fr', 'samedi 1 mai 2027 à 11:01', 'samedi 1er mai 2027 à 11:01'],
  ['de', '1 – 3 mai', '1 – 3 mai'],
])('In the language %s, %s is written %s', (tag, day, written) => expect(withOrdinal(tag, day)).toBe(written));
