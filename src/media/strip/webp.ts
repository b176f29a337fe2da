import { ascii } from '../image-type.ts';

const chunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** VP8X flags for EXIF and XMP. */
const hiddenText = 0x08 | 0x04;

/** Drops EXIF, XMP, unknown chunks and trailing data; `undefined` if the file cannot be parsed. */
export function stripWebp(bytes: Buffer): Buffer | undefined {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > end) return undefined;
    const name = ascii(bytes, at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)));
    if (name === 'VP8X' && size > 0) chunk[8] = (chunk[8] as number) & ~hiddenText;
    if (chunks.has(name)) parts.push(chunk, Buffer.alloc(next - at - chunk.length));
    at = next;
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return parts.length > 0 ? Buffer.concat([head, body]) : undefined;
}
