// Detects decompression bombs in PNG files. Our decoder stops at the end of the pixels, but other programs that open a stored
// image may not.

import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { ascii } from './image-type.ts';

/** The largest colour profiles in use have 3 MB. */
const maxProfileBytes = 8 * 1024 * 1024;
/** Sixteen bits for each of four channels. */
const maxBytesPerPixel = 8;

class TooMuch extends Error {}

/** Whether a colour profile or the pixels of a frame expand beyond the possible size. Other damage is left to the decoder. */
export async function expandsTooFar(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  // Every row starts with a filter byte; interlacing up to doubles the number of rows.
  const maxPixelBytes = width * height * maxBytesPerPixel + 2 * height + 16;
  const { profiles, frames } = streamsOf(bytes);
  for (const profile of profiles) if (await isLarger([profile], maxProfileBytes)) return true;
  for (const frame of frames) if (await isLarger(frame, maxPixelBytes)) return true;
  return false;
}

/** The compressed data of each colour profile, and the chunks of each frame. */
function streamsOf(bytes: Buffer): { profiles: Buffer[]; frames: Buffer[][] } {
  const profiles: Buffer[] = [];
  const still: Buffer[] = [];
  const frames: Buffer[][] = [still];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const content = bytes.subarray(at + 8, end);
    const name = ascii(bytes, at + 4, at + 8);
    if (name === 'IDAT') still.push(content);
    else if (name === 'fcTL') frames.push([]);
    // Skips the sequence number.
    else if (name === 'fdAT') frames.at(-1)?.push(content.subarray(4));
    // Skips the name, a zero byte and the compression method.
    else if (name === 'iCCP') profiles.push(content.subarray(content.indexOf(0) + 2));
    at = end + 4;
  }
  return { profiles, frames };
}

async function isLarger(parts: readonly Buffer[], maxBytes: number): Promise<boolean> {
  let size = 0;
  try {
    await pipeline(parts, createInflate(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) {
        size += chunk.length;
        if (size > maxBytes) throw new TooMuch();
      }
    });
    return false;
  } catch (error) {
    return error instanceof TooMuch;
  }
}
