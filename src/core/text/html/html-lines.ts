import { htmlToText } from './html.ts';

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
