import { createHash } from 'node:crypto';
import { cleanImage } from './clean-image.ts';
import { decoder, decoding, decodingWhole } from './decode.ts';
import type { ImageLimits } from './image-refused.ts';
import type { ImageType } from './image-type.ts';
import { inspectImage } from './inspect.ts';
import { makeVariants, type Variant } from './variants.ts';

/** An image ready to be kept. */
export interface ProcessedImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
  variants: Variant[];
  /** Of the bytes as they came. */
  checksum: string;
}

/** From bytes of anybody to an image that anybody may be shown. Throws ImageRefused. */
export async function processImage(bytes: Buffer, limits: ImageLimits): Promise<ProcessedImage> {
  const inspected = await inspectImage(bytes, limits);
  if (inspected.frames > 1) await decodeFrames(bytes, limits);
  const cleaned = await cleanImage(bytes, inspected, limits);
  const { width, height } = await decoding(() => decoder(cleaned, limits).metadata());
  const variants = await makeVariants(cleaned, inspected.type, { width, height }, limits);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  return { type: inspected.type, width, height, bytes: cleaned, variants, checksum };
}

/** Renditions are made of the first frame; the others have to be whole, too. */
async function decodeFrames(bytes: Buffer, limits: ImageLimits): Promise<void> {
  await decodingWhole(bytes, limits, (image) => image.stats(), { animated: true });
}
