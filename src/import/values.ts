// Lenient readers of single values: other sites send them in many types.
import { decodeHTMLStrict } from 'entities';
import { isLongerThan, toPlainText } from '../core/text/plain-text.ts';
import type { Note } from './report.ts';

export type RawRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; anything else has none. */
export const membersOf = (value: unknown): RawRecord => (isRecord(value) ? value : {});

/** PHP writes a list with gaps as an object with numbers as keys. Undefined for anything else. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** A positive integer, as a number or as text. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Text without NUL and lone surrogates, which the database and the API reject. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
}

/** Titles and names of other programs may contain HTML entities and tags. */
export function plainTextOf(text: string): string {
  const decoded = decodeHTMLStrict(toPlainText(text));
  // `&lt;b&gt;` is displayed as `<b>` and stays text, unless a careless client could execute it.
  if (!decoded.includes('<') || scriptPattern.test(decoded)) return toPlainText(decoded);
  return toPlainText(decoded.replaceAll('<', less)).replaceAll(less, '<');
}

const scriptPattern =
  /<\s*\/?(?:script|iframe|object|embed|style|form|svg|math|link|meta|base)\b|\son\w+\s*=|script\s*:|data\s*:/i;
/** From the private use area, so that it occurs in no text. */
const less = '\ue0ff';

/** Other programs accept URLs without a scheme, such as `www.example.org`. */
export const withScheme = (url: string): string =>
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?:[:/?#]|$)/u.test(url) ? `http://${url}` : url;

export const flagOf = (value: unknown, otherwise = false): boolean => {
  if (typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  return ['0', 'false', 'no', 'off'].includes(text) ? false : otherwise;
};

export function shorten(text: string, max: number, field: string, note: Note): string {
  if (!isLongerThan(text, max)) return text;
  note(`has more than ${max} characters in its ${field}, which is shortened`);
  // A character is one or two code units.
  return [...text.slice(0, 2 * max)].slice(0, max).join('');
}
