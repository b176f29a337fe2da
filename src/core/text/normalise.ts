/** The limit of the Stream-Safe Text Format (UAX #15). */
const mostMarks = 30;

/** Marks, and the two half-width characters that NFKC turns into marks. */
const mark = '[\\p{M}\\uff9e\\uff9f]';
const surplus = new RegExp(`(${mark}{${mostMarks}})${mark}+`, 'gu');

const withoutSurplus = (text: string): string => text.replace(surplus, '$1');

/**
 * The normal form of a text. Ordering marks takes quadratic time, so that surplus marks of one letter are dropped first.
 * Idempotent.
 */
export const normalise = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  withoutSurplus(withoutSurplus(text).normalize(form));
