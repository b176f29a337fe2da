// Parts of events that all feeds show alike.
import type { Links } from '../../../http/links.ts';
import { imageTypes } from '../../../media/image-type.ts';
import type { LinkedRecord } from '../../linked/types.ts';
import { addressOf } from '../../media/present.ts';
import type { ImageRows } from '../../media/types.ts';
import { shownStatus } from '../../records/status.ts';
import type { EventRecord } from '../types.ts';

type Paged = Pick<EventRecord, 'id' | 'status' | 'published_at' | 'slug'> & { kind?: 'venue' | 'organizer' };

/** The public page of an event, venue or organizer; of one that is not published its short address. */
export function addressOfPage(record: Paged, links: Links, now: number): string {
  const status = shownStatus(record, now);
  const isShown = status === 'publish' || status === 'private';
  return links.page(isShown ? `/${record.kind ?? 'event'}/${record.slug}/` : `/?p=${record.id}`);
}

/** Name and address on one line. */
export const placeText = ({ name, address, city, stateprovince, zip, country }: LinkedRecord): string =>
  [name, address, city, [stateprovince, zip].filter((part) => part !== '').join(' '), country]
    .filter((part) => part !== '')
    .join(', ');

const mimeTypes = new Map(Object.values(imageTypes).map(({ extension, mimeType }) => [extension, mimeType]));

export function imageFileOf({ image_id }: { image_id: number | null }, images: ImageRows, links: Links) {
  const image = image_id === null ? undefined : images.get(image_id);
  return (
    image && {
      url: addressOf(image, image.filename, links),
      mimeType: mimeTypes.get(image.extension) ?? 'application/octet-stream',
      bytes: image.filesize,
    }
  );
}
