// Compression of bodies (RFC 9110, 8.4 and 12.5.3).
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** In order of preference: of codings that a caller weighs equally, the one with the smallest output. */
export const codings = ['br', 'zstd', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A smaller body takes as many packets compressed as plain. */
const minBytes = 1024;

export const isWorthCompressing = (bytes: number, headers: Readonly<Record<string, string>>): boolean =>
  bytes >= minBytes &&
  headers['content-encoding'] === undefined &&
  /^(?:text\/|application\/(?:[\w.+-]*jsonl?|[\w.+-]*xml)\b)/.test(headers['content-type'] ?? '');

/** The coding that `Accept-Encoding` prefers; `undefined` for none. */
export function codingFor(header: string | undefined): Coding | undefined {
  if (!header) return undefined;
  const weights = weightsIn(header);
  const weightOf = (coding: string) => weights.get(coding) ?? 0;
  const others = weightOf('*');
  let best: Coding | undefined;
  let bestWeight = weightOf('identity');
  for (const coding of codings) {
    const weight = weights.get(coding) ?? others;
    if (weight > 0 && (weight > bestWeight || (weight === bestWeight && best === undefined))) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Malformed members are ignored. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const found = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(member);
    if (!found) continue;
    const name = found[1] === 'x-gzip' ? 'gzip' : (found[1] as string);
    weights.set(name, Number(found[2] ?? 1));
  }
  return weights;
}

const [inBrotli, inGzip, inZstd] = [promisify(brotliCompress), promisify(gzip), promisify(zstdCompress)];
/** Compresses well, in a hundredth of the time of the best quality. */
const brotliQuality = 5;

/** Runs off the event loop. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return inGzip(bytes);
  if (coding === 'zstd') return inZstd(bytes);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return inBrotli(bytes, { params });
}
