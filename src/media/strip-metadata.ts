// Rotates images upright and strips metadata. Re-encodes pixels only if the file cannot be edited otherwise.

import { decodingWhole } from './decode.ts';
import { encodedAs, originalQuality } from './encode.ts';
import { type ImageLimits, ImageRefused } from './image-refused.ts';
import type { ImageType } from './image-type.ts';
import type { InspectedImage } from './inspect.ts';
import { stripPng } from './png.ts';
import { isPlainAvif } from './strip/avif.ts';
import { stripGif } from './strip/gif.ts';
import { stripJpeg } from './strip/jpeg.ts';
import { stripWebp } from './strip/webp.ts';

/** If these cannot be parsed to the end, the file is truncated. JPEG and AVIF have variants that are not parsed here. */
const wholeOrBroken: readonly ImageType[] = ['png', 'webp', 'gif'];

/** Throws ImageRefused. */
export async function stripMetadata(bytes: Buffer, image: InspectedImage, limits: ImageLimits): Promise<Buffer> {
  const cleaned = withoutMetadata(bytes, image);
  if (!cleaned && wholeOrBroken.includes(image.type)) throw new ImageRefused('broken');
  if (cleaned && !image.isTurned && !image.isForPrint) return cleaned;
  // Re-encoding would reduce an animation to its first frame.
  if (image.frames > 1) throw new ImageRefused('broken');
  return decodingWhole(bytes, limits, (decoded) => {
    const upright = decoded.autoOrient();
    // Images for print are converted to sRGB; other colour profiles are kept, since the pixels depend on them.
    const coloured = image.isForPrint ? upright : upright.keepIccProfile();
    return encodedAs(coloured, image.type, originalQuality).toBuffer();
  });
}

function withoutMetadata(bytes: Buffer, { type, hasHiddenText }: InspectedImage): Buffer | undefined {
  switch (type) {
    case 'jpeg':
      return stripJpeg(bytes);
    case 'png':
      return stripPng(bytes);
    case 'webp':
      return stripWebp(bytes);
    case 'gif':
      return stripGif(bytes);
    case 'avif':
      return hasHiddenText || !isPlainAvif(bytes) ? undefined : bytes;
  }
}
