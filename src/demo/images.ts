// Images of sample events: drawings that are rendered and ingested like uploads.
import { readFile } from 'node:fs/promises';
import type { StoredImage } from '../core/images.ts';
import type { Ingest } from '../media/ingest.ts';
import { addMedium } from '../resources/media/library.ts';
import type { Writer } from '../store/store.ts';
import { demoImages } from './data.ts';
import type { Origin } from './related-records.ts';

/** By the name of the drawing. */
export async function ingestImages(ingest: Ingest, now: number): Promise<ReadonlyMap<string, StoredImage>> {
  // Loaded here, because only a demonstration with pictures needs it.
  const { default: sharp } = await import('sharp');
  const stored = demoImages.map(async ({ file }) => {
    const drawing = await readFile(new URL(`images/${file}.svg`, import.meta.url));
    const picture = await sharp(drawing).jpeg({ quality: 85 }).toBuffer();
    return [file, await ingest.fromBytes(picture, `${file}.jpg`, now)] as const;
  });
  return new Map(await Promise.all(stored));
}

/** Creates media from them, with alternative texts in every language. Returns their ids by the name of the drawing. */
export async function insertImages(
  db: Writer,
  stored: ReadonlyMap<string, StoredImage>,
  { authorId, at }: Origin,
): Promise<ReadonlyMap<string, number>> {
  const scope = { caller: { userId: authorId, role: 'administrator' as const, login: '' }, language: 'en', now: at };
  const ids = new Map<string, number>();
  for (const { file, alt } of demoImages) {
    const image = stored.get(file);
    if (!image) continue;
    const { en: altText, ...others } = alt;
    const texts = Object.entries(others).map(([language, description]) => ({ language, title: '', description }));
    ids.set(file, await addMedium(db, image, scope, { altText, translations: texts }));
  }
  return ids;
}
