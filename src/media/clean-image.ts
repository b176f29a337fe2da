// Images as they are kept: upright, without metadata. Pixels are coded anew only where that is the only way.
import { isPlainAvif } from './clean/avif.ts';
import { cleanGif } from './clean/gif.ts';
import { cleanJpeg } from './clean/jpeg.ts';
import { cleanPng } from './clean/png.ts';
import { cleanWebp } from './clean/webp.ts';
import { decodingWhole } from './decode.ts';
import { encodedAs, originalQuality } from './encode.ts';
import { type ImageLimits, ImageRefused } from './image-refused.ts';
import type { ImageType } from './image-type.ts';
import type { InspectedImage } from './inspect.ts';

/** What cannot be read to its end is cut; JPEG and AVIF have more forms than are known here. */
const wholeOrBroken: readonly ImageType[] = ['png', 'webp', 'gif'];

/** Throws ImageRefused. */
export async function cleanImage(bytes: Buffer, image: InspectedImage, limits: ImageLimits): Promise<Buffer> {
  const cleaned = withoutMetadata(bytes, image);
  if (!cleaned && wholeOrBroken.includes(image.type)) throw new ImageRefused('broken');
  if (cleaned && !image.isTurned && !image.isForPrint) return cleaned;
  // An animation would come out as its first frame.
  if (image.frames > 1) throw new ImageRefused('broken');
  return decodingWhole(bytes, limits, (decoded) => {
    const upright = decoded.autoOrient();
    // Colours of print have no place in an image for the screen; other profiles go with the pixels they explain.
    const coloured = image.isForPrint ? upright : upright.keepIccProfile();
    return encodedAs(coloured, image.type, originalQuality).toBuffer();
  });
}

function withoutMetadata(bytes: Buffer, { type, hasHiddenText }: InspectedImage): Buffer | undefined {
  switch (type) {
    case 'jpeg':
      return cleanJpeg(bytes);
    case 'png':
      return cleanPng(bytes);
    case 'webp':
      return cleanWebp(bytes);
    case 'gif':
      return cleanGif(bytes);
    case 'avif':
      return hasHiddenText || !isPlainAvif(bytes) ? undefined : bytes;
  }
}
