import { balanceBidi } from './bidi.ts';
import { stripTags } from './html/strip-tags.ts';
import { normalise } from './normalise.ts';

/** Texts with more layers of nested markup lose their `<` instead. */
const maxLayers = 12;

/**
 * Titles, names, address lines (D18): without tags, on one line, without extra spaces, otherwise as written. Entities
 * are plain text here and stay. Idempotent.
 */
export function toPlainText(input: string): string {
  let text = input;
  for (let layer = 0; layer < maxLayers; layer++) {
    const before = text;
    text = onePass(before);
    if (text === before) return text;
  }
  text = normalise(input, 'NFC').replaceAll('<', '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = onePass(before);
  }
  return text;
}

const onePass = (text: string): string => {
  if (isPlainAscii(text)) return text;
  const line = normalise(text, 'NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\ufeff/g, '');
  return normalise(trimInvisible(balanceBidi(withoutFalseTags(stripTags(line))).replace(/ {2,}/g, ' ')), 'NFC');
};

const isPlainAscii = (text: string): boolean => /^(?:[\x21-\x3b\x3d-\x7e]+(?: [\x21-\x3b\x3d-\x7e]+)*)?$/.test(text);

const invisible = '\\s\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufeff';
/** At either end. The lookbehind keeps the time linear. */
const outerInvisible = new RegExp(`^[${invisible}]+|(?<![${invisible}])[${invisible}]+$`, 'g');

const trimInvisible = (text: string): string => text.replace(outerInvisible, '');

/** Drops each `<` before a name or attribute that a client which inserts titles as HTML could execute. */
function withoutFalseTags(text: string): string {
  if (!text.includes('<')) return text;
  const named = text.replace(unsafeName, '');
  return named
    .split('>')
    .map((piece) => {
      const first = piece.indexOf('<');
      return first !== -1 && unsafeAttribute.test(piece.slice(first)) ? piece.replaceAll('<', '') : piece;
    })
    .join('>');
}

const unsafeName = /<(?=\s*(?:script|iframe|object|embed|style|form|svg|math|link|meta|base)\b)/giu;
const unsafeAttribute = /\son\w+\s*=|(?:javascript|vbscript)\s*:|data\s*:\s*text\/html/iu;

const nothingVisible = /^[\s\p{Cc}\p{DI}\u2800\ufff9-\ufffb]*$/u;

/** Whether nothing is visible: white space, zero-width and control characters only. */
export const isBlank = (text: string): boolean => nothingVisible.test(text);

/** In characters, as JSON Schema counts them; those outside the basic plane are two code units of a string. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && [...text].length > max);

/** NUL and unpaired surrogates, which databases and other programs refuse. */
export const hasForbiddenCharacters = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
