import { hash } from 'node:crypto';
import { decoder, decoding, decodingWhole } from './decode.ts';
import type { ImageLimits } from './image-refused.ts';
import { inspectImage } from './inspect.ts';
import { stripMetadata } from './strip-metadata.ts';
import { makeVariants } from './variants.ts';

export type ProcessedImage = Awaited<ReturnType<typeof processImage>>;

/** Turns untrusted bytes into an image that is safe to publish; the checksum is of the bytes sent. Throws ImageRefused. */
export async function processImage(bytes: Buffer, limits: ImageLimits) {
  const inspected = await inspectImage(bytes, limits);
  // Renditions only decode the first frame.
  if (inspected.frames > 1) await decodingWhole(bytes, limits, (image) => image.stats(), { animated: true });
  const cleaned = await stripMetadata(bytes, inspected, limits);
  const { width, height } = await decoding(() => decoder(cleaned, limits).metadata());
  const variants = await makeVariants(cleaned, inspected.type, { width, height }, limits);
  return { type: inspected.type, width, height, bytes: cleaned, variants, checksum: hash('sha256', bytes) };
}
