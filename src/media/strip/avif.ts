import { ascii } from '../image-type.ts';

/** Whether the top level contains only a still image: no image sequence and no private boxes. */
export function isPlainAvif(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    if (!['ftyp', 'meta', 'mdat'].includes(ascii(bytes, at + 4, at + 8))) return false;
    const size = bytes.readUInt32BE(at);
    if (size < 8) return size === 0;
    at += size;
  }
  return at === bytes.length;
}
