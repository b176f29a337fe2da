// The picture of an event, venue or organizer on its own page.
import { html } from 'ghtml';
import type { ImageJson } from '../load/api-types.ts';
import type { View, ViewContext } from './view.ts';

/** The picture as HTML, and what link previews show of it. */
interface Picture {
  figure: string;
  preview?: Pick<View, 'image' | 'imageText'>;
}

export async function pictureOf(image: ImageJson | false | undefined, { calendar }: ViewContext): Promise<Picture> {
  if (!image) return { figure: '' };
  const { status, body } = await calendar.get<{ alt_text?: string }>(`/media/${image.id}`);
  const imageText = status === 200 ? (body.alt_text ?? '') : '';
  const { url, width, height } = image;
  const sizes = Object.values(image.sizes ?? {})
    .filter((size) => Math.abs(size.width / size.height - width / height) < 0.05)
    .concat({ url, width, height });
  // Renditions of an upright picture may have the same width, which may occur only once.
  const set = [...new Map(sizes.map((size) => [size.width, `${size.url} ${size.width}w`])).values()].join(', ');
  const figure = html`<figure><img src="${url}" srcset="${set}" sizes="(min-width: 52rem) 44rem, 100vw" width="${width}" height="${height}" alt="${imageText}"></figure>`;
  return { figure, preview: { image, imageText } };
}
