// PNG files: metadata is stripped, and decompression bombs are detected. Our decoder stops at the end of the pixels, but other
// programs that open a stored image may not.
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { ascii } from './image-type.ts';

interface Chunk {
  name: string;
  content: Buffer;
  /** With length, name and checksum. */
  whole: Buffer;
  isCut: boolean;
}

const frame = 12;

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 8; at + frame <= bytes.length; ) {
    const end = at + frame + bytes.readUInt32BE(at);
    const whole = bytes.subarray(at, end);
    yield { name: ascii(whole, 4, 8), content: bytes.subarray(at + 8, end - 4), whole, isCut: end > bytes.length };
    at = end;
  }
}

const pictureChunks = new Set(
  'IHDR,PLTE,IDAT,IEND,tRNS,gAMA,cHRM,sRGB,iCCP,cICP,mDCV,cLLI,sBIT,bKGD,pHYs,acTL,fcTL,fdAT'.split(','),
);

/** Drops text, EXIF, dates, private chunks and trailing data; `undefined` if the file cannot be parsed. */
export function stripPng(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [bytes.subarray(0, 8)];
  for (const { name, whole, isCut } of chunksOf(bytes)) {
    if (isCut) return undefined;
    if (pictureChunks.has(name)) parts.push(whole);
    if (name === 'IEND') return Buffer.concat(parts);
  }
  return undefined;
}

/** Of an animated image, of which the decoder reports only the first frame. */
export function framesOfPng(bytes: Buffer): number {
  for (const { name, content } of chunksOf(bytes))
    if (name === 'acTL' && content.length >= 4) return Math.max(1, content.readUInt32BE(0));
  return 1;
}

/** The largest colour profiles in use have 3 MB. */
const maxProfileBytes = 8 * 1024 * 1024;
/** Sixteen bits for each of four channels. */
const maxBytesPerPixel = 8;

/** Whether a colour profile or the pixels of a frame expand beyond the possible size. Other damage is left to the decoder. */
export async function expandsTooFar(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  // Every row starts with a filter byte; interlacing up to doubles the number of rows.
  const maxPixelBytes = width * height * maxBytesPerPixel + 2 * height + 16;
  const { profiles, frames } = streamsOf(bytes);
  for (const profile of profiles) if (await isLarger([profile], maxProfileBytes)) return true;
  for (const parts of frames) if (await isLarger(parts, maxPixelBytes)) return true;
  return false;
}

/** The compressed data of each colour profile, and the chunks of each frame. */
function streamsOf(bytes: Buffer): { profiles: Buffer[]; frames: Buffer[][] } {
  const profiles: Buffer[] = [];
  const still: Buffer[] = [];
  const frames: Buffer[][] = [still];
  for (const { name, content } of chunksOf(bytes)) {
    if (name === 'IDAT') still.push(content);
    else if (name === 'fcTL') frames.push([]);
    // Skips the sequence number.
    else if (name === 'fdAT') frames.at(-1)?.push(content.subarray(4));
    // Skips the name, a zero byte and the compression method.
    else if (name === 'iCCP') profiles.push(content.subarray(content.indexOf(0) + 2));
  }
  return { profiles, frames };
}

async function isLarger(parts: readonly Buffer[], maxBytes: number): Promise<boolean> {
  let size = 0;
  try {
    for await (const chunk of Readable.from(parts).pipe(createInflate()) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return true;
    }
  } catch {
    // Left to the decoder.
  }
  return false;
}
