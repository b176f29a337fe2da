import sharp, { type OutputInfo } from 'sharp';
import { socialImage, type VariantName, variantNames } from '../core/images.ts';
import { decoder, decoding, decodingWhole } from './decode.ts';
import { encodedAs, variantQuality } from './encode.ts';
import type { ImageLimits } from './image-refused.ts';
import type { ImageType } from './image-type.ts';

export interface Size {
  width: number;
  height: number;
}

interface Plan extends Size {
  name: VariantName;
  /** Fills the frame; cropped at the centre. */
  isCropped: boolean;
  /** Scale of the original before cropping. */
  factor: number;
}

/** The frame of each rendition. */
const frames: Readonly<Record<VariantName, Size & { isCropped?: true }>> = {
  medium: { width: 300, height: 300 },
  large: { width: 1024, height: 1024 },
  thumbnail: { width: 150, height: 150, isCropped: true },
  medium_large: { width: 768, height: Number.POSITIVE_INFINITY },
};

/** Only renditions smaller than the original. */
export const planVariants = (original: Size): Plan[] =>
  variantNames
    .filter((name) => original.width > frames[name].width || original.height > frames[name].height)
    .map((name) => planOf(name, original));

function planOf(name: VariantName, original: Size): Plan {
  const { width, height, isCropped = false } = frames[name];
  const factors = [width / original.width, height / original.height];
  if (!isCropped) return { name, isCropped, factor: Math.min(...factors), ...scaled(original, Math.min(...factors)) };
  const size = { width: Math.min(width, original.width), height: Math.min(height, original.height) };
  return { name, isCropped, factor: Math.min(1, Math.max(...factors)), ...size };
}

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

/** Decodes the whole image once, which also detects damage. Throws ImageRefused. */
export async function makeVariants(bytes: Buffer, type: ImageType, original: Size, limits: ImageLimits) {
  const plans = planVariants(original);
  const largest = scaled(original, Math.max(0, ...plans.map(({ factor }) => factor)) || 1);
  const base = await decodingWhole(bytes, limits, (image) =>
    image
      .resize({ ...largest, fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return Array.fromAsync(plans, (plan) => decoding(() => makeVariant(base, plan, variantType(type), limits)));
}

/** Stills of GIF animations become PNG, since GIF is limited to 256 colours. */
const variantType = (type: ImageType): ImageType => (type === 'gif' ? 'png' : type);

async function makeVariant(
  base: { data: Buffer; info: OutputInfo },
  { name, width, height, isCropped }: Plan,
  type: ImageType,
  limits: ImageLimits,
) {
  const { width: baseWidth, height: baseHeight, channels } = base.info;
  const raw = { width: baseWidth, height: baseHeight, channels };
  const image = sharp(base.data, { raw, limitInputPixels: limits.pixels })
    .timeout({ seconds: limits.seconds })
    .resize({ width, height, fit: isCropped ? 'cover' : 'fill' });
  return { name, type, width, height, bytes: await encodedAs(image, type, variantQuality).toBuffer() };
}

/** A preview for links, centred on the most salient region. Transparency becomes white, since JPEG has none. */
export function cropForLinks(bytes: Buffer, limits: ImageLimits): Promise<Buffer> {
  const { width, height } = socialImage;
  const image = decoder(bytes, limits)
    .resize({ width, height, fit: 'cover', position: 'attention' })
    .flatten({ background: '#fff' });
  return encodedAs(image, 'jpeg', variantQuality).toBuffer();
}
