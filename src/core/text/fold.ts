import { dropLatinAndGreekMarks, spellOutLetters } from './latin.ts';
import { normalise } from './normalise.ts';

const maxTerms = 24;

/**
 * Folds a text for comparison and substring search: no case, no accents on Latin and Greek letters, plain quotes and
 * dashes, no invisible characters, single spaces. Marks of other scripts (が, й, हि) stay: they distinguish letters.
 */
export function foldText(text: string): string {
  if (/^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(text)) return text.toLowerCase();
  const lower = normalise(plainSigns(text), 'NFKC').toLowerCase().replace(/ß/g, 'ss').replace(/ς/g, 'σ');
  const bare = spellOutLetters(dropLatinAndGreekMarks(normalise(lower.replace(invisible, ''), 'NFD')));
  return plainSigns(bare.normalize('NFKC')).replace(/\s+/g, ' ').trim();
}

const invisible = /(?:\p{DI}|(?!\s)\p{Cc})+/gu;

/** Applied before NFKC, which would decompose `´` and `″`, and again to its result. */
const plainSigns = (text: string): string =>
  text
    .replace(/[‘’‚‛′‵‹›´`ʹʻʼʽˈˊˋ＇]/g, "'")
    .replace(/[“”„‟″‶«»〝〞〟＂]/g, '"')
    .replace(/[‐‑‒–—―−⁃⸺⸻﹘﹣－]/g, '-');

export interface SearchTerms {
  /** Words and `"phrases"` that must all occur. */
  include: string[];
  /** Those with `-`, which must not. */
  exclude: string[];
}

/** The terms of a search for events (D44). */
export const searchTerms = (query: string): SearchTerms =>
  termsOf(query, (word) => withoutCommas(word).split(separator).map(foldText));

/** As in `rock,jazz`, but not in `1,5` and `c++`. */
const separator = /(?<=\p{L})[,+](?=\p{L})/u;

/** The terms of a search for other records, where words also end at ASCII punctuation other than hyphens. */
export const searchWords = (query: string): SearchTerms =>
  termsOf(query, (word) =>
    foldText(word)
      .split(/[\s!-,./:-@[-`{-~]+/)
      .filter((part) => /[^-]/.test(part)),
  );

function termsOf(query: string, wordsIn: (word: string) => readonly string[]): SearchTerms {
  const include = new Set<string>();
  const exclude = new Set<string>();
  for (const [, minus = '', phrase, word = '', inner] of query.replace(quotationMarks, '"').matchAll(searchTerm)) {
    const quoted = phrase ?? inner;
    const isWhole = quoted !== undefined || minus !== '';
    for (const term of isWhole ? [foldText(quoted ?? withoutCommas(word))] : wordsIn(word))
      if (term !== '' && include.size + exclude.size < maxTerms) (minus === '' ? include : exclude).add(term);
  }
  return { include: [...include], exclude: [...exclude] };
}

const quotationMarks = /[“”„‟«»「」『』《》]/g;

/**
 * Minus signs, then a phrase up to the next quotation mark or the end, or a word. A minus inside a word is part of it;
 * it does not exclude a phrase that follows.
 */
const searchTerm = /(?<![^\s"])(-*)(?:"([^"]*)"?|([^\s"-][^\s"]*))|"([^"]*)"?/g;

/** Without commas around the word, as in "rock, jazz". */
const withoutCommas = (word: string): string => word.replace(/^,+(?=[^,])|(?<=[^,]),+$/g, '');
