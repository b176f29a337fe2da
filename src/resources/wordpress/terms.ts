// Tags and categories in the formats of WordPress.
import type { Links } from '../../http/links.ts';
import { emptyList, named } from '../../http/openapi/schema.ts';
import { anyText, idSchema, textSchema, urlSchema } from '../records/reply-schemas.ts';
import { objectSchema, type ReplyTable, showTable } from '../records/reply-table.ts';
import type { CalendarRecord } from './calendar-record.ts';
import { linksSchema, linksTo } from './formats.ts';

interface View {
  /** As a response of the calendar's routes has it. */
  term: CalendarRecord;
  links: Links;
}

const termTable = (taxonomy: string, path: string, count: string, more: ReplyTable<View> = {}): ReplyTable<View> => ({
  id: [idSchema, ({ term }) => term['id']],
  count: [{ type: 'integer', minimum: 0, description: count }, ({ term }) => term['count']],
  description: [textSchema('HTML'), ({ term }) => term['description']],
  link: [urlSchema('URL of the public page'), ({ term }) => term['url']],
  name: [textSchema('HTML'), ({ term }) => term['name']],
  slug: [anyText, ({ term }) => term['slug']],
  taxonomy: [{ const: taxonomy }, () => taxonomy],
  ...more,
  meta: [emptyList, () => []],
  _links: [linksSchema, ({ term, links }) => linksTo(links, path, term['id'])],
});

const tag = termTable('post_tag', '/tags', 'Number of published events with the tag');
const category = termTable('tribe_events_cat', '/tribe_events_cat', 'Number of published events in the category', {
  parent: [
    { type: 'integer', minimum: 0, description: 'Id of the parent category; 0 if there is none' },
    ({ term }) => term['parent'],
  ],
});

export const wordpressTagSchema = named('Tag', objectSchema(tag));
export const wordpressCategorySchema = named('EventCategory', objectSchema(category));

export const presentTag = (term: CalendarRecord, { links }: { links: Links }) => showTable(tag, { term, links });

export const presentCategory = (term: CalendarRecord, { links }: { links: Links }) =>
  showTable(category, { term, links });
