import type { Taxonomy } from '../../core/kinds.ts';
import { named } from '../../http/openapi/schema.ts';
import { allOptional, describe, emptiable, type Values } from '../../http/params/field.ts';
import { ids } from '../../http/params/lists.ts';
import { boolean, integer, oneOf, text } from '../../http/params/scalars.ts';
import { parametersOf, replySchemaOf } from '../records/field-table.ts';
import { eventPassword } from '../records/fields.ts';
import { cursorField } from '../records/list/cursor.ts';
import { direction } from '../records/list/order.ts';
import { pageFields } from '../records/list/paging.ts';
import { modifiedFields } from '../records/list/time-range.ts';
import { pageOf } from '../records/reply-schemas.ts';
import { termTables } from './table.ts';
import { termOrderings } from './types.ts';

/** Problems with these parameters are reported first, in this order. */
const firstReported = ['name', 'description', 'slug', 'external_id'] as const;
const categoryFields = parametersOf(termTables.category, firstReported);
const tagFields = parametersOf(termTables.tag, firstReported);
const translatable = { name: emptiable(tagFields.name) };
const categoryUpdateFields = { ...allOptional(categoryFields), ...translatable };

export const termFields = { category: categoryFields, tag: tagFields };
export const termUpdateFields = {
  category: categoryUpdateFields,
  tag: { ...allOptional(tagFields), ...translatable },
};

/** Values of a write: `undefined` means not sent, `null` cleared. */
export type TermValues = Values<typeof categoryUpdateFields>;

export const tagListFields = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  search: describe(text({ filled: true, max: 1000 }), 'Terms whose name or slug contains this text', 'open'),
  exclude: describe(ids(), 'Ids to exclude; ignored if `include` is sent'),
  include: describe(ids(), 'Only these ids'),
  order: describe(direction({ default: 'asc' }), 'Sort direction'),
  orderby: describe(oneOf(termOrderings, { default: 'name' }), 'Sort field'),
  hide_empty: describe(boolean({ default: true }), 'Omit terms without published events'),
  post: describe(integer({ min: 1 }), 'Terms of this event'),
  event: describe(integer({ min: 1 }), 'Terms of this event; takes precedence over `post`'),
  password: eventPassword,
  slug: describe(text({ filled: true, max: 1000 }), 'The term with this slug', 'open-air'),
};
export const categoryListFields = {
  ...tagListFields,
  parent: describe(integer({ min: 1 }), 'Children of this category'),
};

export const categorySchema = named('Category', replySchemaOf(termTables.category));
export const tagSchema = named('Tag', replySchemaOf(termTables.tag));

export const termReplies = {
  category: { one: categorySchema, page: pageOf('CategoryList', 'categories', categorySchema) },
  tag: { one: tagSchema, page: pageOf('TagList', 'tags', tagSchema) },
} as const satisfies Record<Taxonomy, object>;
