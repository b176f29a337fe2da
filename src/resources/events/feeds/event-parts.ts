// Parts of events that feeds have in common.
import type { Links } from '../../../http/links.ts';
import { fileUrl } from '../../media/present.ts';
import type { ImageRows } from '../../media/repository.ts';
import { effectiveStatus, pagePath } from '../../records/status.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { EventRecord } from '../types.ts';

type Paged = Pick<EventRecord, 'id' | 'status' | 'published_at' | 'slug'> & { kind?: 'venue' | 'organizer' };

export const pageUrl = (record: Paged, links: Links, now: number): string =>
  links.page(pagePath(record.kind ?? 'event', record, effectiveStatus(record, now)));

/** Name and address on one line. */
export const placeText = ({ title, address, city, stateprovince, zip, country }: RelatedRecord): string =>
  [title, address, city, [stateprovince, zip].filter((part) => part !== '').join(' '), country]
    .filter((part) => part !== '')
    .join(', ');

export function imageFileOf({ image_id }: { image_id: number | null }, images: ImageRows, links: Links) {
  const image = image_id === null ? undefined : images.get(image_id);
  return (
    image && {
      url: fileUrl(image, image.filename, links),
      mimeType: image.mime_type,
      bytes: image.filesize,
    }
  );
}
