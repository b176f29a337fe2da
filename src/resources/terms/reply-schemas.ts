import type { Taxonomy } from '../../core/kinds.ts';
import { named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { addressOf, externalIdSchema, idSchema, pageOf, spoken, textOf } from '../records/reply-schemas.ts';
import { termKinds } from './types.ts';

const termSchema = (taxonomy: Taxonomy): JsonSchema => {
  const { hierarchical, shownTaxonomy } = termKinds[taxonomy];
  const urls = {
    self: addressOf('The term in this interface'),
    collection: addressOf('The list of all terms'),
    ...(hierarchical ? { up: addressOf('The parent, where there is one') } : {}),
  };
  const members = {
    id: idSchema,
    name: textOf('Plain text'),
    slug: textOf('Name in addresses'),
    description: textOf('HTML; empty where there is none'),
    taxonomy: { const: shownTaxonomy },
    ...(hierarchical ? { parent: { type: 'integer', minimum: 0, description: 'Id of the parent; 0 at the top' } } : {}),
    count: { type: 'integer', minimum: 0, description: 'Published events that have the term' },
    url: addressOf('Public page'),
    external_id: externalIdSchema,
    ...spoken,
    urls: strictObject(urls, ['up']),
  };
  return strictObject(members, ['external_id']);
};

export const categorySchema = named('Category', termSchema('category'));
export const tagSchema = named('Tag', termSchema('tag'));

export const termReplies = {
  category: { one: categorySchema, page: pageOf('CategoryList', 'categories', categorySchema) },
  tag: { one: tagSchema, page: pageOf('TagList', 'tags', tagSchema) },
} as const satisfies Record<Taxonomy, object>;
