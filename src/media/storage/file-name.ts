import { slugify } from '../../core/text/slug.ts';
import { decodeUri } from '../../core/uri.ts';

const maxLength = 60;

/** `Summer Fête (1).JPEG` -> `summer-fete-1`: ASCII only, for use in URLs. Never empty. */
export function fileStem(name: string): string {
  const stem = slugify(withoutExtension(baseName(name)))
    .replace(/(?:%[0-9a-f]{2})+/g, '-')
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return stem === '' ? 'image' : stem;
}

/** Default title of an image. */
export const titleOf = (name: string): string =>
  withoutExtension(baseName(name)).toWellFormed().replaceAll('_', ' ').trim();

/** The decoded last path segment. */
export function nameInUrl(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  return decodeUri(last) ?? last;
}

/** Some clients send a whole path, with slashes or backslashes. */
const baseName = (name: string): string => name.split(/[/\\]/).at(-1) ?? '';
const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, '');
