/** The limit of the Stream-Safe Text Format (UAX #15). */
const maxMarks = 30;

/** Marks, and the two half-width characters that NFKC turns into marks. */
const mark = '[\\p{M}\\uff9e\\uff9f]';
const surplus = new RegExp(`(${mark}{${maxMarks}})${mark}+`, 'gu');

/** Ranges that contain all of them, and no punctuation: much faster to look for than marks. */
const mayHaveMarks = /[\u0300-\u1fff\u20d0-\uffff]/;

const withoutSurplus = (text: string): string => (mayHaveMarks.test(text) ? text.replace(surplus, '$1') : text);

/**
 * The normal form of a text. Ordering marks takes quadratic time, so that surplus marks of one letter are dropped first.
 * Idempotent.
 */
export const normalise = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  withoutSurplus(withoutSurplus(text).normalize(form));
