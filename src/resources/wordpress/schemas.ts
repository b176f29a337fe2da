import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { ids, idsOrSlugs } from '../../http/params/lists.ts';
import { boolean, integer, oneOf, text } from '../../http/params/scalars.ts';
import { eventPassword, longestHtml } from '../records/fields.ts';
import { modifiedFields } from '../records/list/modified.ts';
import { pageFields } from '../records/list/paging.ts';
import { termOrderings } from '../terms/types.ts';

const context = {
  context: unsetWhenEmpty(
    describe(oneOf(['view', 'embed', 'edit'], { default: 'view' }), '`edit` adds what only its owner needs'),
  ),
};

export const meFields = context;
export const mediumFields = context;
export const tagReadFields = context;

export const tagListFields = {
  ...context,
  ...pageFields,
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Tags whose name or slug contains the text')),
  slug: unsetWhenEmpty(describe(idsOrSlugs(), 'Tags with one of these slugs')),
  include: unsetWhenEmpty(describe(ids(), 'Only these ids')),
  exclude: unsetWhenEmpty(describe(ids(), 'Ids to leave out')),
  order: unsetWhenEmpty(describe(oneOf(['asc', 'desc'], { default: 'asc' }), 'Direction')),
  orderby: unsetWhenEmpty(describe(oneOf(termOrderings, { default: 'name' }), 'What to order by')),
  hide_empty: unsetWhenEmpty(describe(boolean({ default: false }), 'Leave out tags that no published event has')),
  post: unsetWhenEmpty(describe(integer({ min: 1 }), 'Tags of this event')),
};

export const categoryListFields = {
  ...tagListFields,
  parent: unsetWhenEmpty(describe(integer({ min: 1 }), 'Children of this category')),
};

export const mirroredReadFields = { ...context, password: eventPassword };

export const postListFields = {
  ...context,
  ...pageFields,
  ...modifiedFields,
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Records that have all the words')),
  include: unsetWhenEmpty(describe(ids(), 'Only these ids, in their order; no other parameter matters then')),
  status: unsetWhenEmpty(describe(text({ max: 100 }), 'Statuses; `publish` where none is sent')),
  order: unsetWhenEmpty(describe(oneOf(['asc', 'desc'], { default: 'desc' }), 'Direction')),
  orderby: unsetWhenEmpty(
    describe(oneOf(['date', 'modified', 'title', 'id'], { default: 'date' }), 'What to order by'),
  ),
  tribe_events_cat: unsetWhenEmpty(describe(ids(), 'Events of one of these categories')),
  tags: unsetWhenEmpty(describe(ids(), 'Events with one of these tags')),
};

export const attachmentListFields = {
  ...context,
  ...pageFields,
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Images that have all the words in title or description')),
  order: unsetWhenEmpty(describe(oneOf(['asc', 'desc'], { default: 'desc' }), 'Direction')),
  orderby: unsetWhenEmpty(
    describe(oneOf(['date', 'modified', 'title', 'id'], { default: 'date' }), 'What to order by'),
  ),
};

export const tagCreateFields = {
  name: required(describe(text({ filled: true, max: 200 }), 'Name')),
  description: unsetWhenEmpty(describe(text({ max: longestHtml }), 'Description, as HTML')),
  slug: unsetWhenEmpty(describe(text({ max: 1000 }), 'Slug; made from the name where none is sent')),
};
