// Sanitizes HTML for storage.
import type { Problems } from '../../core/api-error.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { isLongerThan } from '../../core/text/plain-text.ts';
import { longestHtml } from './fields.ts';

/** The result is no longer than the longest allowed parameter, so that what was read can be written back (D18). */
export function storedHtml(
  sent: string,
  parameter: string,
  problems: Problems,
  shorten: (html: string) => string = (html) => html,
): string {
  const html = shorten(toSafeHtml(sent));
  if (isLongerThan(html, longestHtml)) problems.add(parameter, 'text_too_long', { max: longestHtml });
  return html;
}
