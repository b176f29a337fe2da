/** The file name in a `Content-Disposition` header (RFC 6266), the one with a character set first; '' where there is none. */
export function fileNameIn(header: string | undefined): string {
  if (header === undefined) return '';
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? [];
  const extended = encoded === undefined ? undefined : decode(charset as string, encoded);
  if (extended !== undefined) return extended;
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return utf8(quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
}

function decode(charset: string, encoded: string): string | undefined {
  try {
    if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(encoded);
    return charset.toLowerCase() === 'iso-8859-1' ? unescapeLatin(encoded) : undefined;
  } catch {
    return undefined;
  }
}

const unescapeLatin = (encoded: string): string =>
  encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Node reads header bytes as Latin-1; clients write UTF-8. */
function utf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** A header for a file that is shown in place under a name of ASCII letters, digits, dots and hyphens. */
export const inlineNamed = (name: string): string => `inline; filename="${name.replace(/[^\w.-]/g, '_')}"`;
