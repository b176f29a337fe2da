import type { Sharp } from 'sharp';
import type { ImageType } from './image-type.ts';

export const originalQuality = { jpeg: 92, webp: 92, avif: 75 };
export const variantQuality = { jpeg: 82, webp: 82, avif: 55 };

export function encodedAs(image: Sharp, type: ImageType, quality: typeof originalQuality): Sharp {
  switch (type) {
    case 'jpeg':
      return image.jpeg({ quality: quality.jpeg, progressive: true });
    case 'png':
      return image.png({ compressionLevel: 9 });
    case 'webp':
      return image.webp({ quality: quality.webp });
    case 'avif':
      return image.avif({ quality: quality.avif, effort: 3 });
    case 'gif':
      return image.gif();
  }
}
