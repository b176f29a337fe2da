import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type ImageLimits, ImageRefused } from './image-refused.ts';

/**
 * A decoder that fails on truncated, damaged and oversized images. The pixel limit is checked against the header, before any
 * memory is allocated.
 */
export const decoder = (bytes: Buffer, limits: ImageLimits, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: limits.pixels, ...options }).timeout({ seconds: limits.seconds });

/** Converts errors of the decoder to `ImageRefused`. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new ImageRefused(/pixel limit|timeout/i.test(text) ? 'too-large' : 'broken', error);
  }
}

/** Decoder warnings about damaged pixels. Other warnings are about deviations from the standard. */
const damage = /premature end|Corrupt JPEG data: (?!\d+ extraneous bytes)/;

/** Decodes the whole image. Accepts deviations from the standard but refuses damaged files. */
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
