import { socialImage } from '../core/images.ts';
import { decoder } from './decode.ts';
import { encodedAs, variantQuality } from './encode.ts';
import type { ImageLimits } from './image-refused.ts';

/** Centred on the most salient region. Transparency becomes white, since JPEG has none. */
export function cropForLinks(bytes: Buffer, limits: ImageLimits): Promise<Buffer> {
  const { width, height } = socialImage;
  const image = decoder(bytes, limits)
    .resize({ width, height, fit: 'cover', position: 'attention' })
    .flatten({ background: '#fff' });
  return encodedAs(image, 'jpeg', variantQuality).toBuffer();
}
