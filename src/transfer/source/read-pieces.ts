import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { JsonProblem } from '../json/bytes.ts';
import { createSplitter, type Piece } from '../json/splitter.ts';
import { TransferProblem } from '../problem.ts';

/** A file to read from. */
export interface Source {
  /** As reports name it: the path given, or the address that a page was fetched from. */
  name: string;
  path: string;
  /** Site that records without an id of their own site come from, such as `example.org`; '' is unknown. */
  site: string;
}

export interface ReadLimits {
  fileBytes: number;
  recordBytes: number;
  depth: number;
}

export const readLimits: ReadLimits = { fileBytes: 4 * 1024 ** 3, recordBytes: 16 * 1024 ** 2, depth: 64 };

/** The file's members and list elements, one at a time. Throws TransferProblem. */
export async function* readPieces({ name, path }: Source, limits: ReadLimits): AsyncGenerator<Piece> {
  try {
    await assertReadable(path, limits.fileBytes);
    const splitter = createSplitter({ maxBytes: limits.recordBytes, maxDepth: limits.depth });
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      yield* splitter.push(chunk as Uint8Array);
    }
    splitter.end();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    throw new TransferProblem(`${name} ${sentence}.`);
  }
}

async function assertReadable(path: string, maxBytes: number): Promise<void> {
  const file = await stat(path);
  if (file.isDirectory()) throw new JsonProblem('is a folder; name the files in it');
  if (!file.isFile()) throw new JsonProblem('is not a file on a disk; save its content in one');
  if (file.size > maxBytes) {
    throw new JsonProblem(`has ${sizeText(file.size)}; files of up to ${sizeText(maxBytes)} are read`);
  }
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ENAMETOOLONG: 'is no name of a file',
};

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof JsonProblem) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return sentences[code] ?? (/^E[A-Z]+$/.test(code) ? `cannot be read (${code})` : undefined);
}
