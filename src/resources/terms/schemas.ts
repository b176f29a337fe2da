import { allOptional, clearable, describe, emptiable, required } from '../../http/params/field.ts';
import { ids } from '../../http/params/lists.ts';
import { boolean, integer, oneOf, text } from '../../http/params/scalars.ts';
import { externalIdFields } from '../records/external-ids.ts';
import { eventPassword, longestHtml } from '../records/fields.ts';
import { modifiedFields } from '../records/list/modified.ts';
import { cursorField, direction } from '../records/list/order-fields.ts';
import { pageFields } from '../records/list/paging.ts';

const longestName = 200;

export const termFields = {
  name: required(describe(text({ filled: true, max: longestName }), 'Name')),
  description: clearable(describe(text({ max: longestHtml }), 'Description, as HTML')),
  slug: clearable(describe(text({ max: 1000 }), 'Slug; made from the name where none is sent')),
  ...externalIdFields,
};
export const categoryFields = {
  ...termFields,
  parent: clearable(describe(integer({ min: 0 }), 'Id of the parent category; 0 is the top')),
};
const translatable = { name: emptiable(termFields.name) };
export const termUpdateFields = { ...allOptional(termFields), ...translatable };
export const categoryUpdateFields = { ...allOptional(categoryFields), ...translatable };

export const orderings = [
  'id',
  'include',
  'name',
  'slug',
  'include_slugs',
  'term_group',
  'description',
  'count',
] as const;

export const tagListFields = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  search: describe(text({ filled: true, max: 1000 }), 'Terms whose name or slug contains the text', 'open'),
  exclude: describe(ids(), 'Ids to leave out; ignored when `include` is given'),
  include: describe(ids(), 'Only these ids'),
  order: describe(direction({ default: 'asc' }), 'Direction'),
  orderby: describe(oneOf(orderings, { default: 'name' }), 'What to order by'),
  hide_empty: describe(boolean({ default: true }), 'Leave out terms that no published event has'),
  post: describe(integer({ min: 1 }), 'Terms of this event'),
  event: describe(integer({ min: 1 }), 'Terms of this event; wins over `post`'),
  password: eventPassword,
  slug: describe(text({ filled: true, max: 1000 }), 'The term with this slug', 'open-air'),
};
export const categoryListFields = {
  ...tagListFields,
  parent: describe(integer({ min: 1 }), 'Children of this category'),
};
