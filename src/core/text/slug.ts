import { decodeHTMLStrict } from 'entities';
import { decodeUri } from '../uri.ts';
import { dropLatinMarks, spellOutLetters } from './latin.ts';
import { normalise } from './normalise.ts';
import { toPlainText } from './plain-text.ts';

const maxLength = 200;
/** Appended to the slug of a record in the trash. It does not count towards the maximum length. */
const trashMark = '__trashed';
const marked = /^(?<own>.*?)(?<mark>__trashed(?:-\d{1,9})?)$/s;

/**
 * The slug of a name (D32): lower case, without Latin accents, `-` for spaces, slashes, dots and dashes, without other
 * punctuation, other scripts and symbols as lower-case percent-encoded UTF-8, at most 200 characters. Percent-encoded
 * text gives the same slug as decoded text. May be ''. Idempotent.
 */
export const slugify = (text: string): string => toSlug(text, maxLength);

/** The slug if it was not shortened, else ''. */
export function uncutSlug(text: string): string {
  const slug = slugify(text);
  return toSlug(text, Infinity) === slug ? slug : '';
}

function toSlug(text: string, room: number): string {
  if (text.length <= maxLength && /^[a-z0-9_]+(?:-[a-z0-9_]+)*$/.test(text)) return text;
  const words = fold(toPlainText(decodePercent(decodeHTMLStrict(text).toWellFormed())))
    .replace(/&[a-zA-Z][a-zA-Z0-9]*;/g, '')
    .replace(separators, '-')
    .replace(dropped, '')
    .replace(/×/g, 'x');
  const plain = words.replace(/-{2,}/g, '-').replace(/^-/, '');
  const { own, mark } = marked.exec(plain)?.groups ?? {};
  return own === undefined ? trimHyphens(encode(plain, room)) : encode(own, room) + mark;
}

/** `slug-2`, within the same limit. */
export function suffixSlug(slug: string, n: number): string {
  const suffix = `-${n}`;
  if (slug.endsWith(trashMark)) return slug + suffix;
  const base = trimHyphens(cut(slug, maxLength - suffix.length));
  return base === '' ? String(n) : base + suffix;
}

/** The slug of a record in the trash is suffixed, which frees the original one. */
export const trashedSlug = (slug: string): string => `${slug}${trashMark}`;

export const restoredSlug = (slug: string): string => slug.replace(/__trashed(?:-\d+)?$/, '');

const fold = (text: string): string => {
  const lower = text.toLowerCase().replace(/ß/g, 's').replace(/€/g, 'e').replace(/ª/g, 'a').replace(/º/g, 'o');
  return spellOutLetters(dropLatinMarks(normalise(lower, 'NFD'))).normalize('NFC');
};

const separators = /[\s./\p{Pd}\u2212]+/gu;

/**
 * ASCII punctuation; the characters that the reference drops (inverted marks, all quotation marks, bullet, ©®°…™£,
 * single accents); and invisible ones, including joiners and variation selectors of emoji, which cannot be typed.
 */
const dropped =
  /[!-,:-@[-^`{-~\p{Cc}\p{DI}\p{Pi}\p{Pf}‚„•©®°…™£¡¿´ˊˋ`¨¯¸\u{fffc}\u{fffd}\u{fff9}-\u{fffb}]|[\u0300-\u036f]/gu;

/** Decodes valid UTF-8. Encoded letters and digits stay, as they need no encoding: `50%41` is text. */
const decodePercent = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[0-9a-fA-F]{2})+/g, (octets) => decodeRun(octets.match(/%../g) as string[]))
    : text;

function decodeRun(octets: string[]): string {
  let result = '';
  for (let at = 0; at < octets.length; ) {
    const first = Number.parseInt((octets[at] as string).slice(1), 16);
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const piece = octets.slice(at, at + length).join('');
    const character = decodeUri(piece);
    const isText = character !== undefined && !/^[a-zA-Z0-9]$/.test(character);
    result += isText ? character : (octets[at] as string);
    at += isText ? length : 1;
  }
  return result;
}

/** Encodes as many whole characters as fit. */
function encode(text: string, room: number): string {
  let result = '';
  for (const character of text) {
    const encoded = /^[a-z0-9_-]$/.test(character) ? character : encodeURIComponent(character).toLowerCase();
    if (result.length + encoded.length > room) break;
    result += encoded;
  }
  return result;
}

/** The beginning of a slug; no encoded character is split. */
function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  let result = '';
  for (const [character] of slug.matchAll(/%[c-f][0-9a-f](?:%[89ab][0-9a-f])+|[\s\S]/g)) {
    if (result.length + character.length > length) break;
    result += character;
  }
  return result;
}

const trimHyphens = (slug: string): string => slug.replace(/-$/, '');
