import { decodeHTMLStrict } from 'entities';
import { isBlank } from '../plain-text.ts';
import { blockNames } from './html-elements.ts';
import { layOut, writeAsIs } from './html-layout.ts';
import { sanitise } from './html-sanitise.ts';
import { type Element, readTree } from './html-tree.ts';

/**
 * Descriptions and excerpts (D18): safe markup with paragraphs as in the reference, without typographic substitution.
 * Idempotent. '' if nothing is visible.
 */
export const toSafeHtml = (input: string): string => cleanHtml(input, layOut);

/** Safe markup in the lines that it was written in: descriptions of terms, which have no paragraphs in the reference. */
export const toSafeLines = (input: string): string => cleanHtml(input, (root) => writeAsIs(root).trim());

function cleanHtml(input: string, write: (root: Element) => string): string {
  const html = write(readTree(sanitise(input)));
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

/** The visible text of safe markup, with line breaks for `<br>` and list items, and blank lines between paragraphs. */
export function htmlToLines(html: string): string {
  if (html === '') return '';
  return html
    .replace(/\s+/g, ' ')
    .split(/<br\b[^<>]*>|(?=<li\b)|<\/(?:tr|dt|dd)>/i)
    .map((line) => paragraphs(line).join('\n\n'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const paragraphEnd = /<\/?(?:p|div|h[1-6]|ul|ol|dl|blockquote|pre|table|figure|section|article|hr)\b[^<>]*>/i;

function paragraphs(html: string): string[] {
  const parts = html.split(paragraphEnd).map(htmlToText);
  // Empty parts at the ends keep the blank line to the adjacent paragraph.
  return parts.filter((part, at) => part !== '' || at === 0 || at === parts.length - 1);
}
