import type { Links } from '../../http/links.ts';
import type { ImageRow, ImageRows } from './repository.ts';

/** The `image` object of events, venues and organizers. */
export function imageOf(
  record: { image_id: number | null },
  { images, links }: { images: ImageRows; links: Links },
): Record<string, unknown> | undefined {
  const row = record.image_id === null ? undefined : images.get(record.image_id);
  if (row === undefined) return undefined;
  const { id, extension, width, height, filesize } = row;
  const url = fileUrl(row, row.filename, links);
  return { url, id, extension, width, height, filesize, sizes: presentSizes(row, links) };
}

export const fileUrl = ({ storage_key }: Pick<ImageRow, 'storage_key'>, file: string, links: Links): string =>
  links.file(`/media/${storage_key}/${file}`);

/** Renditions by name; `undefined` if the image is too small for any. */
export function presentSizes(row: ImageRow, links: Links): Record<string, unknown> | undefined {
  const files = Object.entries(JSON.parse(row.sizes));
  const sizes = files.map(([name, { file, width, height, mimeType, filesize }]) => [
    name,
    { width, height, 'mime-type': mimeType, filesize, url: fileUrl(row, file, links) },
  ]);
  return files.length === 0 ? undefined : Object.fromEntries(sizes);
}
