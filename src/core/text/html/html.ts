import { decodeHTMLStrict } from 'entities';
import { isBlank } from '../plain-text.ts';
import { blockNames } from './element-names.ts';
import { layOut } from './html-layout.ts';
import { sanitise } from './html-sanitise.ts';
import { readTree } from './html-tree.ts';

/**
 * Descriptions and excerpts (D18): safe markup with paragraphs as in the reference, without typographic substitution.
 * Idempotent. '' if nothing is visible.
 */
export function toSafeHtml(input: string): string {
  const html = layOut(readTree(sanitise(input)));
  const isSeen = /<(?:img|audio|video|hr)\b/.test(html) || !isBlank(htmlToText(html));
  // NFC would compose U+0338 with the `>` of a tag before it.
  return isSeen ? html.replaceAll('>\u0338', '>&#824;') : '';
}

/** The visible text of markup from {@link toSafeHtml}, for search and structured data. References are decoded. */
export const htmlToText = (html: string): string =>
  decodeHTMLStrict(
    html.replace(/<\/?([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi, (_, name: string) =>
      isSeparator(name.toLowerCase()) ? ' ' : '',
    ),
  )
    .replace(/\s+/g, ' ')
    .trim();

const isSeparator = (name: string): boolean => name === 'br' || name === 'img' || blockNames.has(name);
