import { ascii } from '../image-type.ts';

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const graphicControl = 0xf9;
const application = 0xff;

/** Drops comments, XMP and all other extensions except the loop count; `undefined` if the file cannot be parsed. */
export function stripGif(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 14) return undefined;
  let at = 13 + colourTable(bytes[10] as number);
  const parts: Buffer[] = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === block.trailer) return Buffer.concat([...parts, bytes.subarray(at, at + 1)]);
    const end =
      kind === block.extension ? endOfBlocks(bytes, at + 2) : kind === block.image ? endOfImage(bytes, at) : 0;
    if (end === 0) return undefined;
    if (kind === block.image || isPicture(bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

const colourTable = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));

function isPicture(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  if (label === graphicControl) return true;
  return label === application && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(ascii(bytes, at + 3, at + 14));
}

function endOfImage(bytes: Buffer, at: number): number {
  if (at + 10 > bytes.length) return 0;
  return endOfBlocks(bytes, at + 11 + colourTable(bytes[at + 9] as number));
}

/** End of a list of length-prefixed blocks, terminated by an empty one; 0 if the file is truncated. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] as number;
    at += 1 + length;
    if (length === 0) return at;
  }
  return 0;
}
