import { escapeHtml } from '../../core/text/html/escape-html.ts';
import type { Links } from '../../http/links.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { textSchema, urlSchema } from '../records/reply-schemas.ts';

export const timeSchema = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description,
});

/** `2027-05-10T14:30:00` */
export const time = (wall: string): string => wall.replace(' ', 'T');

export const renderedSchema = named(
  'Rendered',
  strictObject({ raw: textSchema('With `context=edit`'), rendered: textSchema('HTML') }, ['raw']),
);

export const rendered = (text: string, edit: boolean) => ({
  ...(edit ? { raw: text } : {}),
  rendered: escapeHtml(text),
});

export const linkSchema = listOf(strictObject({ href: urlSchema('URL') }));
export const linksSchema = strictObject({ self: linkSchema, collection: linkSchema });

export const linksTo = (links: Links, collection: string, id: unknown) => ({
  self: [{ href: links.record(`${collection}/${id}`) }],
  collection: [{ href: links.rest(collection) }],
});
