// The bytes of a file in chunks, and messages for files that cannot be read.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { errorCodeOf, isSystemError, whyUnreadable } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';

/** A file to read from. */
export interface Source {
  /** As reports name it: the path given, or the URL that a page was fetched from. */
  name: string;
  path: string;
  /** As declared by the server. */
  charset?: string;
  /** Absolute path or URL, by which a later import knows the same source; standard input has none. */
  identity?: string;
}

/** Throws TransferProblem. */
export async function* readBytes(
  { name, path }: Pick<Source, 'name' | 'path'>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  try {
    const file = await stat(path);
    if (file.isDirectory()) throw new TransferProblem(`${name} is a folder; name the files in it.`);
    if (!file.isFile()) throw new TransferProblem(`${name} is not a file on a disk; save its content in one.`);
    if (file.size > maxBytes)
      throw new TransferProblem(`${name} has ${sizeText(file.size)}; files of up to ${sizeText(maxBytes)} are read.`);
    // A buffer of this size is allocated for every read, even of a small file.
    const highWaterMark = Math.max(1, Math.min(file.size, 256 * 1024));
    for await (const chunk of createReadStream(path, { highWaterMark })) yield chunk as Uint8Array;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const hint = errorCodeOf(error) === 'ENOENT' && looksLikeSite(name) ? siteHint : '';
    throw new TransferProblem(`${name} ${whyUnreadable(error)}${hint}.`);
  }
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

const siteHint = '; the URL of a site begins with https://';

/** `old-site.example`, `127.0.0.1:3000`, `www.town.example/calendar`, but not `events.json`. */
const looksLikeSite = (name: string): boolean =>
  /^(?:[\w-]+\.)+[\w-]+(?::\d+)?(?:\/|$)/.test(name) &&
  !/\.(?:json|ics|ical|csv|tsv|txt|html?|gz|zip|xlsx?)$/i.test(name);

const mark = Buffer.from('\ufeff');

/** Without a byte order mark. */
export const withoutMark = <Bytes extends Uint8Array>(bytes: Bytes): Bytes =>
  mark.equals(bytes.subarray(0, mark.length)) ? (bytes.subarray(mark.length) as Bytes) : bytes;
