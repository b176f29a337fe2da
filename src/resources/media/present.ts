import { formatUtc } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import type { ImageFile, ImageSizes } from '../../core/images.ts';
import type { Links } from '../../http/links.ts';
import { presentLanguages } from '../records/texts/shown-texts.ts';
import type { ImageRow, ImageRows, Medium } from './types.ts';

/** The `image` object of events, venues and organizers. */
function presentImage(row: ImageRow, links: Links): Record<string, unknown> {
  const { id, extension, width, height, filesize } = row;
  return {
    url: addressOf(row, row.filename, links),
    id,
    extension,
    width,
    height,
    filesize,
    ...presentSizes(row, links),
  };
}

/** The image that a record shows; `undefined` where it shows none. */
export function imageOf(
  record: { image_id: number | null },
  { images, links }: { images: ImageRows; links: Links },
): Record<string, unknown> | undefined {
  const row = record.image_id === null ? undefined : images.get(record.image_id);
  return row && presentImage(row, links);
}

export const addressOf = ({ storage_key }: Pick<ImageRow, 'storage_key'>, file: string, links: Links): string =>
  links.file(`/media/${storage_key}/${file}`);

/** The key is absent where the image is too small for any rendition. */
function presentSizes(row: ImageRow, links: Links): { sizes?: Record<string, unknown> } {
  const files = Object.entries(JSON.parse(row.sizes) as ImageSizes) as [string, ImageFile][];
  if (files.length === 0) return {};
  const sizes = files.map(([name, { file, width, height, mimeType, filesize }]) => [
    name,
    { width, height, 'mime-type': mimeType, filesize, url: addressOf(row, file, links) },
  ]);
  return { sizes: Object.fromEntries(sizes) };
}

interface MediaContext {
  links: Links;
  zones: Zones;
  siteZone: string;
}

/** An image as a record of its own. */
export function presentMedium(row: Medium, { links, zones, siteZone }: MediaContext): Record<string, unknown> {
  const { id, title, alt_text, extension, mime_type, width, height, filesize } = row;
  return {
    id,
    author: row.author_id,
    date: zones.toWall(row.published_at, siteZone),
    date_utc: formatUtc(row.published_at),
    modified: zones.toWall(row.modified_at, siteZone),
    modified_utc: formatUtc(row.modified_at),
    title,
    alt_text,
    url: addressOf(row, row.filename, links),
    extension,
    mime_type,
    width,
    height,
    filesize,
    ...presentSizes(row, links),
    ...presentLanguages(row),
    global_id: links.globalId(id),
  };
}
