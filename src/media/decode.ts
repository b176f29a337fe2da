import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type ImageLimits, ImageRefused } from './image-refused.ts';

/**
 * A decoder that stops at what is cut or damaged and at what is beyond the limits. The pixels are counted
 * from the header, before any memory is taken for them.
 */
export const decoder = (bytes: Buffer, limits: ImageLimits, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: limits.pixels, ...options }).timeout({ seconds: limits.seconds });

/** Does the work, and turns what the decoder has against the image into `ImageRefused`. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new ImageRefused(/pixel limit|timeout/i.test(text) ? 'too-large' : 'broken', error);
  }
}

/** What decoders say of pixels that are not as they were written; other warnings are about the letter of the standard. */
const damage = /premature end|Corrupt JPEG data: (?!\d+ extraneous bytes)/;

/** Decodes all of an image, as the work asks for it; a file that is merely odd passes, a damaged one does not. */
export function decodingWhole<T>(
  bytes: Buffer,
  limits: ImageLimits,
  work: (image: Sharp) => Promise<T>,
  options: SharpOptions = {},
): Promise<T> {
  return decoding(async () => {
    try {
      return await work(decoder(bytes, limits, { ...options, failOn: 'warning' }));
    } catch (error) {
      if (error instanceof Error && damage.test(error.message)) throw error;
      return work(decoder(bytes, limits, options));
    }
  });
}
