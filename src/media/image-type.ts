// Detects the image type by magic bytes. Other files never reach the decoders.

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

export const imageTypes: Readonly<Record<ImageType, { mimeType: string; extension: string }>> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  png: { mimeType: 'image/png', extension: 'png' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
};

/** `undefined` for types that are not accepted, such as SVG, HEIC and TIFF. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 3).equals(jpegStart)) return 'jpeg';
  if (bytes.subarray(0, 8).equals(pngStart)) return 'png';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  return isAvif(bytes) ? 'avif' : undefined;
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const ascii = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** The brands in the first box identify the format. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || ascii(bytes, 4, 8) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 200);
  const brands = [ascii(bytes, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4));
  return brands.includes('avif');
}
