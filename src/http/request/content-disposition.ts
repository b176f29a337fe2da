import { parse } from 'content-disposition';
import { attempt } from '../../core/errors.ts';

/** The file name in a `Content-Disposition` header (RFC 6266), or ''. */
export function fileNameIn(header: string | undefined): string {
  const { filename = '', ...others } = parse(header ?? '').parameters;
  // The library has already decoded an extended name.
  return 'filename*' in others ? filename : utf8(filename);
}

/** Node reads header bytes as Latin-1; clients write UTF-8. */
const utf8 = (text: string): string =>
  attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))) ?? text;

/** The header of a file shown inline, its name reduced to ASCII letters, digits, dots and hyphens. */
export const inlineDisposition = (name: string): string => `inline; filename="${name.replace(/[^\w.-]/g, '_')}"`;
