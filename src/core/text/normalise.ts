/** No writing has so many marks on one letter; the Unicode Standard names the number for texts that are read as a stream. */
const mostMarks = 30;

/** Marks, and the two half-width signs that a compatible form makes marks of. */
const mark = '[\\p{M}\\uff9e\\uff9f]';
const surplus = new RegExp(`(${mark}{${mostMarks}})${mark}+`, 'gu');

const withoutSurplus = (text: string): string => text.replace(surplus, '$1');

/**
 * The normal form of a text. It has its marks in order, which takes the square of their number where many follow each
 * other: those behind the first of a letter are dropped. Idempotent.
 */
export const normalise = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  withoutSurplus(withoutSurplus(text).normalize(form));
