import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { ids, idsOrSlugs } from '../../http/params/lists.ts';
import { boolean, integer, oneOf, text } from '../../http/params/scalars.ts';
import { longestHtml } from '../records/fields.ts';
import { pageFields } from '../records/list/paging.ts';
import { orderings } from '../terms/schemas.ts';

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
  orderby: unsetWhenEmpty(describe(oneOf(orderings, { default: 'name' }), 'What to order by')),
  hide_empty: unsetWhenEmpty(describe(boolean({ default: false }), 'Leave out tags that no published event has')),
  post: unsetWhenEmpty(describe(integer({ min: 1 }), 'Tags of this event')),
};

export const tagCreateFields = {
  name: required(describe(text({ filled: true, max: 200 }), 'Name')),
  description: unsetWhenEmpty(describe(text({ max: longestHtml }), 'Description, as HTML')),
  slug: unsetWhenEmpty(describe(text({ max: 1000 }), 'Slug; made from the name where none is sent')),
};
