import { createHash } from 'node:crypto';
import { decoder, decoding, decodingWhole } from './decode.ts';
import type { ImageLimits } from './image-refused.ts';
import type { ImageType } from './image-type.ts';
import { inspectImage } from './inspect.ts';
import { stripMetadata } from './strip-metadata.ts';
import { makeVariants, type Variant } from './variants.ts';

/** An image ready to be stored. */
export interface ProcessedImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
  variants: Variant[];
  /** Of the original bytes. */
  checksum: string;
}

/** Turns untrusted bytes into an image that is safe to publish. Throws ImageRefused. */
export async function processImage(bytes: Buffer, limits: ImageLimits): Promise<ProcessedImage> {
  const inspected = await inspectImage(bytes, limits);
  if (inspected.frames > 1) await decodeFrames(bytes, limits);
  const cleaned = await stripMetadata(bytes, inspected, limits);
  const { width, height } = await decoding(() => decoder(cleaned, limits).metadata());
  const variants = await makeVariants(cleaned, inspected.type, { width, height }, limits);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  return { type: inspected.type, width, height, bytes: cleaned, variants, checksum };
}

/** Renditions only decode the first frame, so the others are checked here. */
async function decodeFrames(bytes: Buffer, limits: ImageLimits): Promise<void> {
  await decodingWhole(bytes, limits, (image) => image.stats(), { animated: true });
}
