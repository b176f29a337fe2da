import { mapValues } from '../../core/objects.ts';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import type { Links } from '../../http/links.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { textSchema, urlSchema } from '../records/reply-schemas.ts';

/** An object in replies as a table: the schema of each member, and its value. */
export type ReplyTable<View> = Readonly<Record<string, readonly [schema: JsonSchema, show: (view: View) => unknown]>>;

export const schemasOf = (table: ReplyTable<never>): Record<string, JsonSchema> =>
  mapValues(table, ([schema]) => schema);

export const objectSchema = (table: ReplyTable<never>): JsonSchema => strictObject(schemasOf(table));

export const showTable = <View>(table: ReplyTable<View>, view: View): Record<string, unknown> =>
  mapValues(table, ([, show]) => show(view));

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
