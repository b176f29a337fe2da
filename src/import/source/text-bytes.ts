// Text files in any encoding, converted to UTF-8.
import { attempt } from '../../core/errors.ts';
import { readBytes, type Source, withoutMark } from './read-bytes.ts';

/** Label of the Encoding Standard. */
export type Encoding = string;

/**
 * By byte order mark, else as declared, else UTF-8 if the whole file is valid, else Windows-1252. `folded` lines may be
 * broken within a character.
 */
export async function findEncoding(source: Source, maxBytes: number, lines?: 'folded'): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let stated: Encoding | undefined;
  let isUtf8 = true;
  let isFirst = true;
  let held = Buffer.alloc(0);
  // Reads to the end in any case, so that read errors surface before anything is written.
  for await (const chunk of readBytes(source, maxBytes)) {
    if (isFirst) stated = encodingByMark(chunk) ?? parseLabel(source.charset);
    isFirst = false;
    const [text, ending] = lines === 'folded' ? unfolded(Buffer.concat([held, chunk])) : [chunk, held];
    held = ending;
    isUtf8 &&= isDecodable(strict, text);
  }
  isUtf8 &&= isDecodable(strict);
  if (stated !== undefined && stated !== 'utf-8') return stated;
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** The text without folds, and the trailing line break that may turn out to be a fold. */
function unfolded(bytes: Buffer): [Buffer, Buffer<ArrayBuffer>] {
  const text = bytes.toString('latin1');
  const ending = /(?<!\r)\r*\n?$/.exec(text)?.[0] ?? '';
  const sure = text.slice(0, text.length - ending.length).replace(/(?<!\r)\r*\n[ \t]/g, '');
  return [Buffer.from(sure, 'latin1'), Buffer.from(ending, 'latin1')];
}

const isDecodable = (strict: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean =>
  attempt(() => strict.decode(chunk, { stream: chunk !== undefined })) !== undefined;

export function encodingByMark([first, second]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

const parseLabel = (charset: string | undefined): Encoding | undefined =>
  charset === undefined ? undefined : attempt(() => new TextDecoder(charset).encoding);

/** Without a byte order mark. */
export async function* readUtf8(source: Source, encoding: Encoding, maxBytes: number): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  let isFirst = true;
  for await (const chunk of readBytes(source, maxBytes)) {
    const bytes = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : Buffer.from(chunk);
    yield isFirst ? withoutMark(bytes) : bytes;
    isFirst = false;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}
