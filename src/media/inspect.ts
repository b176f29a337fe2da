import { decoder, decoding } from './decode.ts';
import { type ImageLimits, ImageRefused } from './image-refused.ts';
import { imageTypeOf } from './image-type.ts';
import { expandsTooFar, framesOfPng } from './png.ts';

export type InspectedImage = Awaited<ReturnType<typeof inspectImage>>;

/** Reads the header of an image and checks it against the limits, before anything is decoded. Throws ImageRefused. */
export async function inspectImage(bytes: Buffer, limits: ImageLimits) {
  if (bytes.length === 0) throw new ImageRefused('broken');
  if (bytes.length > limits.bytes) throw new ImageRefused('too-large');
  const type = imageTypeOf(bytes);
  if (type === undefined) throw new ImageRefused('unsupported');
  const metadata = await decoding(() => decoder(bytes, limits).metadata());
  const frames = Math.max(metadata.pages ?? 1, type === 'png' ? framesOfPng(bytes) : 1);
  if (metadata.width * metadata.height * frames > limits.pixels) throw new ImageRefused('too-large');
  if (type === 'png' && (await expandsTooFar(bytes, metadata))) throw new ImageRefused('too-large');
  return {
    type,
    frames,
    /** The EXIF orientation is not upright. */
    isTurned: (metadata.orientation ?? 1) > 1,
    /** A CMYK image, which browsers render with inconsistent colours. */
    isForPrint: metadata.space === 'cmyk',
    hasHiddenText: [metadata.exif, metadata.xmp, metadata.iptc].some((block) => block !== undefined),
  };
}
