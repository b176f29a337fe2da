import { dropLatinAndGreekMarks, spellOutLetters } from './latin.ts';
import { normalise } from './normalise.ts';

const mostTerms = 24;

/**
 * One spelling for comparison and substring search: no case, no accents on Latin and Greek letters, plain quotes and
 * dashes, nothing invisible, single blanks. Marks of other scripts (が, й, हि) are letters of their own and stay.
 */
export function foldText(text: string): string {
  if (/^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)) return text.toLowerCase();
  const small = normalise(plainSigns(text), 'NFKC').toLowerCase().replace(/ß/g, 'ss').replace(/ς/g, 'σ');
  const bare = spellOutLetters(dropLatinAndGreekMarks(normalise(small.replace(invisible, ''), 'NFD')));
  return plainSigns(bare.normalize('NFKC')).replace(/\s+/g, ' ').trim();
}

const invisible = /(?:\p{DI}|(?!\s)\p{Cc})+/gu;

/** Before NFKC, which would make a blank and an accent of `´` and two primes of `″`; after it for what it brings. */
const plainSigns = (text: string): string =>
  text
    .replace(/[‘’‚‛′‵‹›´`ʹʻʼʽˈˊˋ＇]/g, "'")
    .replace(/[“”„‟″‶«»〝〞〟＂]/g, '"')
    .replace(/[‐‑‒–—―−⁃⸺⸻﹘﹣－]/g, '-');

/** What a search of events asks for (D44): words and `"phrases"` that must all occur, and those with `-` that must not. */
export function searchTerms(query: string): { include: string[]; exclude: string[] } {
  const include = new Set<string>();
  const exclude = new Set<string>();
  for (const [, minus = '', phrase, word = '', inner] of query.replace(/[“”„‟]/g, '"').matchAll(searchTerm)) {
    const term = foldText(phrase ?? inner ?? withoutCommas(word));
    if (term !== '' && include.size + exclude.size < mostTerms) (minus === '' ? include : exclude).add(term);
  }
  return { include: [...include], exclude: [...exclude] };
}

/**
 * Minus signs, then a phrase up to the next quotation mark or the end, or a word. A minus inside a word is part of it,
 * and so is no minus before a phrase that begins inside a word.
 */
const searchTerm = /(?<![^\s"])(-*)(?:"([^"]*)"?|([^\s"-][^\s"]*))|"([^"]*)"?/g;

/** In a list of words ("rock, jazz") the commas are not searched for. */
const withoutCommas = (word: string): string => word.replace(/^,+(?=[^,])|(?<=[^,]),+$/g, '');

/** The words of a search of venues and organizers: a hyphen is part of a word, other ASCII punctuation separates. */
export function searchWords(query: string): string[] {
  const words = foldText(query).split(/[\s!-,./:-@[-`{-~]+/);
  return [...new Set(words.filter((word) => /[^-]/.test(word)))].slice(0, mostTerms);
}
