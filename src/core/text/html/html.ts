import { decodeHTMLStrict } from 'entities';
import { isBlank } from '../plain-text.ts';
import { blockNames } from './element-names.ts';
import { layOut } from './html-layout.ts';
import { sanitise } from './html-sanitise.ts';
import { readTree } from './html-tree.ts';

/**
 * Descriptions and excerpts (D18): safe markup with the paragraphs of the reference and no typographic substitution.
 * Written once and returned as it is: `toSafeHtml(toSafeHtml(x)) === toSafeHtml(x)`. '' if there is nothing to see.
 */
export function toSafeHtml(input: string): string {
  const html = layOut(readTree(sanitise(input)));
  const isSeen = /<(?:img|audio|video|hr)\b/.test(html) || !isBlank(htmlToText(html));
  // U+0338 would make one character of itself and the end of a tag in whoever composes the whole text.
  return isSeen ? html.replaceAll('>\u0338', '>&#824;') : '';
}

/**
 * The visible text of markup that {@link toSafeHtml} made, for search and structured data. Plain text: what it has of
 * `<` and `&` is no markup any more.
 */
export const htmlToText = (html: string): string =>
  decodeHTMLStrict(
    html.replace(/<\/?([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi, (_, name: string) =>
      isParting(name.toLowerCase()) ? ' ' : '',
    ),
  )
    .replace(/\s+/g, ' ')
    .trim();

const isParting = (name: string): boolean => name === 'br' || name === 'img' || blockNames.has(name);
