import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { ids, idsOrSlugs } from '../../http/params/lists.ts';
import { boolean, integer, oneOf, text } from '../../http/params/scalars.ts';
import { eventPassword, maxHtmlLength, maxTermNameLength, statusFilter } from '../records/fields.ts';
import { modifiedFields, publishedFields } from '../records/list/time-range.ts';
import { termOrderings } from '../terms/types.ts';
import { embedField } from './embedded.ts';
import { wordpressPageFields } from './list.ts';

export const contextFields = {
  context: unsetWhenEmpty(
    describe(oneOf(['view', 'embed', 'edit'], { default: 'view' }), '`edit` adds members for editing'),
  ),
};

export const tagListFields = {
  ...contextFields,
  ...wordpressPageFields,
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Terms whose name or slug contains this text')),
  slug: unsetWhenEmpty(describe(idsOrSlugs(), 'Terms with any of these slugs')),
  include: unsetWhenEmpty(describe(ids(), 'Only these ids')),
  exclude: unsetWhenEmpty(describe(ids(), 'Ids to exclude')),
  order: unsetWhenEmpty(describe(oneOf(['asc', 'desc'], { default: 'asc' }), 'Sort direction')),
  orderby: unsetWhenEmpty(describe(oneOf(termOrderings, { default: 'name' }), 'Sort field')),
  hide_empty: unsetWhenEmpty(describe(boolean({ default: false }), 'Omit terms without published events')),
  post: unsetWhenEmpty(describe(integer({ min: 1 }), 'Terms of this event')),
};

export const categoryListFields = {
  ...tagListFields,
  parent: unsetWhenEmpty(describe(integer({ min: 0 }), 'Children of this category; `0`: those without a parent')),
};

export const postReadFields = { ...contextFields, password: eventPassword, _embed: embedField };

/** Records that `include` or `slug` names are always in this order, and searches find the newest first. */
const ordersByDate = ['include', 'include_slugs', 'relevance'] as const;

export const isOrderByDate = (order: unknown): order is (typeof ordersByDate)[number] =>
  ordersByDate.some((known) => known === order);

const timeFields = {
  after: unsetWhenEmpty(publishedFields.published_after),
  before: unsetWhenEmpty(publishedFields.published_before),
  modified_after: unsetWhenEmpty(modifiedFields.modified_after),
  modified_before: unsetWhenEmpty(modifiedFields.modified_before),
};

/** Parameters of lists that have another name in the calendar. */
export const renamedFields: Readonly<Record<string, string>> = {
  after: 'published_after',
  before: 'published_before',
  tribe_events_cat: 'categories',
};

const orderFields = {
  order: unsetWhenEmpty(describe(oneOf(['asc', 'desc'], { default: 'desc' }), 'Sort direction')),
  orderby: unsetWhenEmpty(
    describe(
      oneOf(['date', 'modified', 'title', 'id', ...ordersByDate], { default: 'date' }),
      'Sort field. `include` and `include_slugs`: the order of `include` or `slug`, if it is sent. `relevance`: date',
    ),
  ),
};

export const postListFields = {
  ...contextFields,
  ...wordpressPageFields,
  ...timeFields,
  author: unsetWhenEmpty(describe(ids(), 'Records by any of these authors (ids)')),
  exclude: unsetWhenEmpty(describe(ids(), 'Without these ids')),
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Records with all these words')),
  include: unsetWhenEmpty(describe(ids(), 'Only these ids, in this order; other filters are ignored')),
  slug: unsetWhenEmpty(describe(idsOrSlugs(), 'Records with any of these slugs; other filters are ignored')),
  status: unsetWhenEmpty(describe(statusFilter, 'Statuses. Default: `publish`')),
  ...orderFields,
  tribe_events_cat: unsetWhenEmpty(describe(ids(), 'Events in any of these categories')),
  tags: unsetWhenEmpty(describe(ids(), 'Events with any of these tags')),
  _embed: embedField,
};

export const attachmentListFields = {
  ...contextFields,
  ...wordpressPageFields,
  ...timeFields,
  search: unsetWhenEmpty(describe(text({ max: 1000 }), 'Images with all these words in their title or description')),
  include: unsetWhenEmpty(describe(ids(), 'Only these ids, in this order; other filters are ignored')),
  parent: unsetWhenEmpty(
    describe(idsOrSlugs(), 'Images attached to these records: none, since `post` is always null. `0`: all'),
  ),
  slug: unsetWhenEmpty(describe(idsOrSlugs(), 'Images with any of these slugs; other filters are ignored')),
  ...orderFields,
};

export const tagCreateFields = {
  name: required(describe(text({ filled: true, max: maxTermNameLength }), 'Name')),
  description: unsetWhenEmpty(describe(text({ max: maxHtmlLength }), 'Description, as HTML')),
  slug: unsetWhenEmpty(describe(text({ max: 1000 }), 'Slug. Default: derived from the name')),
};
