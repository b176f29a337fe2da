// The records of a JSON file: those of an export line by line, those of a small page all at once, those of a large page or
// of an export in the first format one by one as they are parsed.
import { stat } from 'node:fs/promises';
import { attempt } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { exportFormat, exportVersion } from '../../export/format.ts';
import { isRecord, listOf, type RawRecord } from '../values.ts';
import { readBytes, type Source } from './read-bytes.ts';
import { JsonProblem, type Piece, streamPieces } from './stream-pieces.ts';

export type ReadLimits = typeof readLimits;

export const readLimits = {
  fileBytes: 4 * 1024 ** 3,
  /** Pages up to this size are parsed as a whole, which is several times faster. */
  wholeBytes: 8 * 1024 ** 2,
  recordBytes: 16 * 1024 ** 2,
  depth: 64,
};

/** The file's members and list elements. Throws TransferProblem. */
export async function* readPieces(source: Source, limits: ReadLimits): AsyncGenerator<Piece> {
  try {
    if (await hasLines(source, limits)) yield* exportPieces(source, limits);
    else if ((await stat(source.path)).size <= limits.wholeBytes)
      yield* pagePieces(parse(await bytesOf(source, limits)), limits);
    else {
      for await (const piece of streamPieces(readBytes(source, limits.fileBytes), limits)) {
        if (piece.kind !== 'list') assertDepth(piece.value, limits);
        yield piece;
      }
    }
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new TransferProblem(`${source.name} ${error.message}.`);
  }
}

/** Exports of the first format are one JSON document, as pages are. */
async function hasLines(source: Source, { fileBytes }: ReadLimits): Promise<boolean> {
  for await (const chunk of readBytes(source, fileBytes)) {
    const start = chunk.subarray(0, maxHeadBytes);
    const end = start.indexOf(newline);
    const head = findHead(end < 0 ? start : start.subarray(0, end));
    return head?.['format'] === exportFormat && Number(head['version']) > 1;
  }
  throw new JsonProblem('is empty');
}

const maxHeadBytes = 4096;

/** The first line as an object; other programs write it with spaces. Undefined if it is none. */
function findHead(line: Uint8Array): RawRecord | undefined {
  const value = attempt(() => parse(line));
  return isRecord(value) ? value : undefined;
}

async function* exportPieces(source: Source, limits: ReadLimits): AsyncGenerator<Piece> {
  const indexes = new Map<string, number>();
  let records = 0;
  let total: unknown;
  let isHead = true;
  let number = 0;
  for await (const line of linesOf(source, limits)) {
    number += 1;
    const value = recordOfLine(line, number, limits);
    if (isHead) {
      for (const [key, member] of Object.entries(value)) yield { kind: 'member', key, value: member };
      if (value['version'] !== exportVersion) return;
    } else if (typeof value['list'] === 'string') {
      const index = indexes.get(value['list']) ?? 0;
      indexes.set(value['list'], index + 1);
      records += 1;
      yield { kind: 'element', key: value['list'], index, value: value['record'] };
    } else total = value['records'];
    isHead = false;
  }
  if (total !== records) throw new JsonProblem('is an export that ends in the middle');
}

function recordOfLine(line: Uint8Array, number: number, limits: ReadLimits): RawRecord {
  try {
    const value = parse(line);
    if (!isRecord(value)) throw new JsonProblem('is not an export: it has a line that is not an object');
    assertDepth(value, limits);
    return value;
  } catch (error) {
    throw error instanceof JsonProblem ? new JsonProblem(`${error.message}, in line ${number}`) : error;
  }
}

function* pagePieces(page: unknown, limits: ReadLimits): Generator<Piece> {
  const members: [key: string, value: unknown][] = Array.isArray(page) ? [['', page]] : Object.entries(page as object);
  for (const [key, value] of members) {
    const list = listOf(value);
    if (list === undefined) {
      assertDepth(value, limits);
      yield { kind: 'member', key, value };
      continue;
    }
    yield { kind: 'list', key };
    for (const [index, element] of list.entries()) {
      assertDepth(element, limits);
      yield { kind: 'element', key, index, value: element };
    }
  }
}

const bytesOf = async (source: Source, { fileBytes }: ReadLimits): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(readBytes(source, fileBytes)));

async function* linesOf(source: Source, { fileBytes, recordBytes }: ReadLimits): AsyncGenerator<Uint8Array> {
  let started: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBytes(source, fileBytes)) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...started, chunk.subarray(from, end)]);
      [started, size, from] = [[], 0, end + 1];
    }
    started.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > recordBytes) throw new JsonProblem(`holds a record of more than ${recordBytes >> 20} MiB`);
  }
  if (size > 0) yield Buffer.concat(started);
}

const newline = 0x0a;

function parse(bytes: Uint8Array): unknown {
  let text = '';
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    if (/end of JSON input|Unterminated/.test(message) || Number(position) >= text.length)
      throw new JsonProblem('is not JSON: it ends in the middle');
    throw new JsonProblem(position === undefined ? 'is not JSON' : `is not JSON (at character ${position})`);
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new JsonProblem('is not JSON');
}

function assertDepth(value: unknown, { depth }: ReadLimits): void {
  if (isDeeper(value, depth)) throw new JsonProblem(`is nested deeper than ${depth} levels`);
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
