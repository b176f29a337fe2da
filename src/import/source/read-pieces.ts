import { TransferProblem } from '../../core/transfer-problem.ts';
import { JsonProblem } from '../json/bytes.ts';
import { createSplitter, type Piece } from '../json/splitter.ts';
import { readBytes } from './read-bytes.ts';

/** A file to read from. */
export interface Source {
  /** As reports name it: the path given, or the address that a page was fetched from. */
  name: string;
  path: string;
  /** Site that records without an id of their own site come from, such as `example.org`; '' is unknown. */
  site: string;
  /** Of its text, where that was told with it. */
  charset?: string;
  /** Absolute path or address, by which a later import knows the same source; standard input has none. */
  identity?: string;
}

export interface ReadLimits {
  fileBytes: number;
  recordBytes: number;
  depth: number;
}

export const readLimits: ReadLimits = { fileBytes: 4 * 1024 ** 3, recordBytes: 16 * 1024 ** 2, depth: 64 };

/** The file's members and list elements, one at a time. Throws TransferProblem. */
export async function* readPieces(source: Source, limits: ReadLimits): AsyncGenerator<Piece> {
  try {
    const splitter = createSplitter({ maxBytes: limits.recordBytes, maxDepth: limits.depth });
    for await (const chunk of readBytes(source, limits.fileBytes)) yield* splitter.push(chunk);
    splitter.end();
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new TransferProblem(`${source.name} ${error.message}.`);
  }
}
