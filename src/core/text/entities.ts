import { entityNames } from './entity-names.ts';

const reference = /&(?:#(\d{1,9})|#[xX]([0-9a-fA-F]{1,8})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g;

/** What the numbers 128 to 159 mean in HTML: the characters of Windows-1252. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The character of a numeric reference; U+FFFD where there is none, as in HTML. */
export function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return windows1252[code - 0x80] as string;
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/**
 * Replaces character references that end with a semicolon, numeric and named, once: `&amp;lt;` becomes `&lt;`.
 * Unknown names stay as they are.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return entityNames.get(name) ?? whole;
    return characterOf(decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal));
  });
}
