// Folding of Latin letters, shared by search and slugs.

/** Lower-case letters without a Unicode decomposition. `ß` is missing, because search and slugs differ on it. */
const undecomposed: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ŀ: 'l',
  ŉ: 'n',
  ĳ: 'ij',
  ſ: 's',
  ə: 'e',
  ǝ: 'e',
  ɑ: 'a',
  ƒ: 'f',
};
const undecomposedLetter = new RegExp(`[${Object.keys(undecomposed).join('')}]`, 'g');

/** The text must be in lower case. */
export const spellOutLetters = (text: string): string =>
  text.replace(undecomposedLetter, (letter) => undecomposed[letter] as string);

/** Removes accents from decomposed (NFD) text; marks of other scripts stay. */
export const dropLatinMarks = (decomposed: string): string => decomposed.replace(/(\p{Script=Latin})\p{M}+/gu, '$1');

export const dropLatinAndGreekMarks = (decomposed: string): string =>
  decomposed.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1');
