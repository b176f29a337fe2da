// Lists and single terms of both vocabularies in the format of WordPress.
import type { Taxonomy } from '../../core/kinds.ts';
import type { JsonSchema, Values } from '../../http/params/field.ts';
import { readParams } from '../../http/params/read.ts';
import { anyone, publicRead, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { done, refused } from '../records/replies.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { lastChange } from '../records/status.ts';
import { getRecord } from '../records/write/resource.ts';
import { listTerms, type TermLists } from '../terms/list/list.ts';
import { presentTerm } from '../terms/present.ts';
import { categoryPaths, findTermsByIds } from '../terms/repository.ts';
import { foundTerms } from '../terms/service.ts';
import type { Term } from '../terms/types.ts';
import { notFoundAs, pageHeaders, pageOf, readWordpressPage } from './list.ts';
import { categoryListFields, contextFields, tagListFields } from './schemas.ts';
import { presentCategory, presentTag, wordpressCategorySchema, wordpressTagSchema } from './terms.ts';

export interface TermRoutesOptions extends TermLists {
  maxPerPage: number;
  isEventReadable: IsEventReadable;
}

interface Vocabulary {
  path: string;
  plural: string;
  noun: string;
  nouns: string;
  /** In the document. */
  tag: string;
  schema: JsonSchema;
  fields: typeof tagListFields;
}

const vocabularies: Readonly<Record<Taxonomy, Vocabulary>> = {
  tag: {
    path: '/tags',
    plural: 'tags',
    noun: 'Tag',
    nouns: 'Tags',
    tag: 'Tag',
    schema: wordpressTagSchema,
    fields: tagListFields,
  },
  category: {
    path: '/tribe_events_cat',
    plural: 'categories',
    noun: 'EventCategory',
    nouns: 'EventCategories',
    tag: 'Calendar',
    schema: wordpressCategorySchema,
    fields: categoryListFields,
  },
};

export const termRoutes = (taxonomy: Taxonomy, options: TermRoutesOptions): Route[] => [
  listRoute(taxonomy, options),
  readRoute(taxonomy, options.store),
];

function listRoute(taxonomy: Taxonomy, { store, orderOfNames, maxPerPage, isEventReadable }: TermRoutesOptions): Route {
  const { path, plural, nouns, tag, schema, fields } = vocabularies[taxonomy];
  return {
    method: 'GET',
    path,
    operationId: `list${nouns}`,
    summary: `List ${plural}`,
    tag,
    params: fields,
    allowed: anyone,
    replies: [pageOf(schema)],
    async handle(context) {
      const { values, problems } = readParams(fields, context.params, context);
      if (values.post !== undefined && !(await isEventReadable(values.post, context)))
        problems.add('post', 'unknown_event');
      problems.throwIfAny();
      const { terms } = await listTerms({ store, orderOfNames }, { ...toFilter(values), taxonomy }, context);
      const page = readWordpressPage(values, maxPerPage);
      const ids = terms.slice(page.offset, page.offset + page.perPage).map(({ id }) => id);
      const rows = await findTermsByIds(store.reader, ids, context);
      return {
        status: 200,
        modified: lastChange(rows, context.now),
        body: await presentAll(taxonomy, rows, context, store),
        headers: pageHeaders(terms.length, page, { path, fields }, context),
      };
    },
  };
}

const toFilter = (values: Values<typeof tagListFields> & { parent?: number }) => ({
  search: values.search,
  include: values.include,
  exclude: values.exclude,
  parent: values.parent,
  slugs: values.slug,
  eventId: values.post,
  hideEmpty: values.hide_empty ?? false,
  modified: undefined,
  orderBy: values.orderby ?? 'name',
  descending: values.order === 'desc',
});

const readRoute = (taxonomy: Taxonomy, store: Store): Route => {
  const { path, noun, tag, schema } = vocabularies[taxonomy];
  return publicRead({
    path: `${path}/{id}`,
    operationId: `get${noun}`,
    summary: `Read a ${taxonomy}`,
    tag,
    params: contextFields,
    replies: [done(schema), ...refused('rest_term_invalid')],
    async handle(_values, context) {
      const found = getRecord(store.reader, foundTerms(taxonomy), context.path, context);
      const term = await found.catch(notFoundAs('rest_term_invalid'));
      const [body] = await presentAll(taxonomy, [term], context, store);
      return { status: 200, body, modified: lastChange([term], context.now) };
    },
  });
};

async function presentAll(
  taxonomy: Taxonomy,
  terms: readonly Term[],
  { links, language }: RequestContext,
  { reader }: Store,
) {
  const categories = taxonomy === 'category' ? terms.map(({ id }) => id) : [];
  const paths = await categoryPaths(reader, categories, language);
  const present = taxonomy === 'category' ? presentCategory : presentTag;
  return terms.map((term) => present(presentTerm(term, links, paths), { links }));
}
