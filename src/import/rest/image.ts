import { imageAddress } from '../../core/images.ts';
import type { PageContext } from './types.ts';
import { isRecord, type RawRecord, textOf } from './values.ts';

/** The address of the image that a record shows; `null` where it says that it has none, undefined where nothing is said. */
export function imageOf({ image }: RawRecord): string | null | undefined {
  if (image === undefined) return undefined;
  const sent = isRecord(image) ? textOf(image['url']) : textOf(image);
  if (sent.trim() === '') return null;
  return imageAddress(sent);
}

/** The column of the image, where the images of the source are taken over; one that could not be had changes nothing. */
export function readImage(raw: RawRecord, { imageIdOf }: PageContext): { image_id?: number | null } {
  const address = imageOf(raw);
  if (imageIdOf === undefined || address === undefined) return {};
  if (address === null) return { image_id: null };
  const id = imageIdOf(address);
  return id === undefined ? {} : { image_id: id };
}
