import { slugify } from '../../core/text/slug.ts';

const longest = 60;

/** `Summer Fête (1).JPEG` -> `summer-fete-1`: letters of ASCII only, for the address of the file. Never empty. */
export function fileStem(name: string): string {
  const stem = slugify(withoutExtension(baseName(name)))
    .replace(/(?:%[0-9a-f]{2})+/g, '-')
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return stem === '' ? 'image' : stem;
}

/** The file name of an image without a title. */
export const titleOf = (name: string): string =>
  withoutExtension(baseName(name)).toWellFormed().replaceAll('_', ' ').trim();

/** The last part of an address, as text. */
export function nameInAddress(url: URL): string {
  const last =
    url.pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Names come with the folders of the sender's machine, in either spelling. */
const baseName = (name: string): string => name.split(/[/\\]/).at(-1) ?? '';
const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, '');
