import type { Taxonomy } from '../../core/kinds.ts';
import { named } from '../../http/openapi/schema.ts';
import { replySchemaOf } from '../records/field-table.ts';
import { pageOf } from '../records/reply-schemas.ts';
import { termTables } from './table.ts';

export const categorySchema = named('Category', replySchemaOf(termTables.category));
export const tagSchema = named('Tag', replySchemaOf(termTables.tag));

export const termReplies = {
  category: { one: categorySchema, page: pageOf('CategoryList', 'categories', categorySchema) },
  tag: { one: tagSchema, page: pageOf('TagList', 'tags', tagSchema) },
} as const satisfies Record<Taxonomy, object>;
