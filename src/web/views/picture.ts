// The picture of an event, venue or organizer on its own page.
import { html } from 'ghtml';
import type { ImageJson } from '../load/api-types.ts';
import type { View, ViewContext } from './view.ts';

/** The picture as HTML, and what link previews show of it. */
interface Picture {
  figure: string;
  preview?: Pick<View, 'image' | 'imageText'>;
}

/** `maxHeight` is in pixels. The `width` and `height` of the element are those that are shown, unless the page is narrower. */
export async function pictureOf(
  image: ImageJson | false | undefined,
  { calendar }: ViewContext,
  maxHeight: number,
): Promise<Picture> {
  if (!image) return { figure: '' };
  const { status, body } = await calendar.get<{ alt_text?: string }>(`/media/${image.id}`);
  const imageText = status === 200 ? (body.alt_text ?? '') : '';
  const { url, width, height } = image;
  const sizes = Object.values(image.sizes ?? {})
    .filter((size) => Math.abs(size.width / size.height - width / height) < 0.05)
    .concat({ url, width, height });
  // Renditions of an upright picture may have the same width, which may occur only once.
  const set = [...new Map(sizes.map((size) => [size.width, `${size.url} ${size.width}w`])).values()].join(', ');
  const scale = Math.min(1, maxHeight / height);
  const shown = Math.max(1, Math.round(width * scale));
  const widths = `(min-width: 52rem) min(44rem, ${shown}px), min(100vw, ${shown}px)`;
  const figure = html`<figure><img src="${url}" srcset="${set}" sizes="${widths}" width="${shown}" height="${Math.round(height * scale)}" alt="${imageText}"></figure>`;
  return { figure, preview: { image, imageText } };
}
