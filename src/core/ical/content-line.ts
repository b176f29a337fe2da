// Content lines of iCalendar (RFC 5545, 3.1 to 3.3). No value can end its line or its parameter.
import { escapeUri } from '../uri.ts';

/** Octets of a line without its line break. */
const maxOctets = 75;

export type Parameters = Readonly<Record<string, string | undefined>>;

/** A property as folded lines with the final line break. `value` must be escaped already. */
export function contentLine(name: string, value: string, parameters: Parameters = {}): string {
  let head = name;
  for (const key in parameters) {
    const parameter = parameters[key];
    if (parameter !== undefined) head += `;${key}=${parameterValue(parameter)}`;
  }
  return fold(`${head}:${value}`);
}

/** A property of type TEXT. */
export const textLine = (name: string, text: string, parameters?: Parameters): string =>
  contentLine(name, escapeText(text), parameters);

/** A property whose value is a URI. */
export const uriLine = (name: string, uri: string, parameters?: Parameters): string =>
  contentLine(name, escapeUri(uri), parameters);

const lineBreaks = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

export function escapeText(text: string): string {
  if (/^[\w .'"()?!/&#%+-]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replaceAll('\t', ' ')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** The inverse of `escapeText`. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark));

/** The texts of a list value. */
export const splitTexts = (value: string): string[] => (value.match(/(?:\\.|[^,\\])+/gs) ?? []).map(unescapeText);

/**
 * Quoted if necessary; quotes and line breaks inside are encoded as in RFC 6868. A backslash has no meaning in
 * parameters, but some programs take it for an escape: it is replaced by the full-width one.
 */
function parameterValue(value: string): string {
  if (/^[\w/+.-]+$/.test(value)) return value;
  const encoded = value
    .toWellFormed()
    .replaceAll('\\', '\uff3c')
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(lineBreaks, '^n')
    .replaceAll('\t', ' ')
    .replace(controls, '');
  return `"${encoded}"`;
}

/** Lines of at most 75 octets; no character is split. */
export function fold(line: string): string {
  if (Buffer.byteLength(line) <= maxOctets) return `${line}\r\n`;
  let folded = '';
  let begin = 0;
  let octets = 0;
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) as number;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > maxOctets) {
      folded += `${line.slice(begin, at)}\r\n `;
      begin = at;
      octets = 1;
    }
    octets += size;
    at += code < 0x10000 ? 1 : 2;
  }
  return `${folded}${line.slice(begin)}\r\n`;
}
