// What a PNG's compressed parts become. The decoder here stops where the pixels end, but not every program that opens a
// kept image does.

import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { ascii } from './image-type.ts';

/** The largest colour profiles in use have 3 MB. */
const mostProfileBytes = 8 * 1024 * 1024;
/** Sixteen bits for each of four channels. */
const mostBytesPerPixel = 8;

class TooMuch extends Error {}

/** Whether a colour profile or the pixels of a frame unpack to more than there can be. What is broken otherwise is for the decoder. */
export async function expandsTooFar(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  // A row begins with a byte of its own; there are up to twice as many in an interlaced image.
  const mostPixelBytes = width * height * mostBytesPerPixel + 2 * height + 16;
  const { profiles, frames } = streamsOf(bytes);
  for (const profile of profiles) if (await isLarger([profile], mostProfileBytes)) return true;
  for (const frame of frames) if (await isLarger(frame, mostPixelBytes)) return true;
  return false;
}

/** Compressed: of each colour profile, and of each frame in its parts. */
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
    // After the number of the part.
    else if (name === 'fdAT') frames.at(-1)?.push(content.subarray(4));
    // After the name, a zero and the method.
    else if (name === 'iCCP') profiles.push(content.subarray(content.indexOf(0) + 2));
    at = end + 4;
  }
  return { profiles, frames };
}

async function isLarger(parts: readonly Buffer[], most: number): Promise<boolean> {
  let size = 0;
  try {
    await pipeline(parts, createInflate(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) {
        size += chunk.length;
        if (size > most) throw new TooMuch();
      }
    });
    return false;
  } catch (error) {
    return error instanceof TooMuch;
  }
}
