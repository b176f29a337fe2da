import type { Problems } from '../../../core/api-error.ts';
import { plurals, type Taxonomy } from '../../../core/kinds.ts';
import type { Values } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { readContinuation, withStoredFilters } from '../../records/list/continue.ts';
import { readModified } from '../../records/list/modified.ts';
import { presentList, readPage } from '../../records/list/paging.ts';
import { listed, refused } from '../../records/replies.ts';
import { lastChange } from '../../records/status.ts';
import { presentTerm } from '../present.ts';
import { existingTermIds, findTermsByIds } from '../repository.ts';
import { categoryPaths } from '../repository-tree.ts';
import { categoryListFields, tagListFields, termReplies } from '../schemas.ts';
import type { TermRoutesOptions } from '../service.ts';
import type { Term, TermFilter } from '../types.ts';
import { listTerms } from './filters.ts';
import { positionIn, termsAfter } from './order.ts';

export function listRoute(options: TermRoutesOptions): Route {
  const { taxonomy } = options;
  const plural = plurals[taxonomy];
  return {
    method: 'GET',
    path: `/${plural}`,
    operationId: taxonomy === 'category' ? 'listCategories' : 'listTags',
    summary: `List ${plural}`,
    tag: taxonomy === 'category' ? 'Category' : 'Tag',
    params: fieldsOf(taxonomy),
    allowed: anyone,
    replies: [listed(termReplies[taxonomy].page), ...refused('rest_invalid_cursor')],
    handle: (context) => list(withStoredFilters(context, `/${plural}`, fieldsOf(taxonomy)), options),
  };
}

const fieldsOf = (taxonomy: Taxonomy) => (taxonomy === 'category' ? categoryListFields : tagListFields);

type ListValues = Values<typeof categoryListFields>;

async function list(context: RequestContext, options: TermRoutesOptions): Promise<Reply> {
  const { store, taxonomy, maxPerPage } = options;
  const plural = plurals[taxonomy];
  const listing = { fields: fieldsOf(taxonomy), params: context.params };
  const { values, problems } = readParams(listing.fields as typeof categoryListFields, context.params, context);
  const filter = await toFilter(values, problems, context, options);
  const continuation = readContinuation(context, values.cursor);
  const { cut } = continuation.of(`/${plural}`, listing);
  const found = await listTerms(options, filter, context);
  const page = readPage(values, maxPerPage);
  const { cursor } = continuation;
  const rest = cursor ? termsAfter(found, cursor.after) : found.terms.slice(page.offset);
  const { rows, paging } = cut(rest, page, positionIn(found));
  const terms = await findTermsByIds(
    store.reader,
    rows.map(({ id }) => id),
    context,
  );
  const reply = { key: plural, total: found.terms.length, links: context.links, ...paging };
  return presentList({ ...reply, ...(await presentTerms(terms, context, options)), totalsFirst: true });
}

/** Unknown ids, and events that the caller may not read, are reported as problems. */
async function toFilter(
  values: ListValues,
  problems: Problems,
  context: RequestContext,
  options: TermRoutesOptions,
): Promise<TermFilter> {
  await checkTerms(values, problems, options);
  await checkEvents(values, problems, context, options);
  problems.throwIfAny();
  return {
    taxonomy: options.taxonomy,
    search: values.search,
    include: values.include,
    exclude: values.exclude,
    parent: values.parent,
    slugs: values.slug === undefined ? undefined : [values.slug],
    eventId: values.event ?? values.post,
    hideEmpty: values.hide_empty ?? true,
    modified: readModified(values, context),
    orderBy: values.orderby ?? 'name',
    descending: values.order === 'desc',
  };
}

async function checkTerms(
  { include = [], exclude = [], parent }: ListValues,
  problems: Problems,
  { store, taxonomy }: TermRoutesOptions,
): Promise<void> {
  const named = [...include, ...exclude, ...(parent === undefined ? [] : [parent])];
  const existing = await existingTermIds(store.reader, taxonomy, named);
  const unknown = `unknown_${taxonomy}` as const;
  if (include.some((id) => !existing.has(id))) problems.add('include', unknown);
  if (exclude.some((id) => !existing.has(id))) problems.add('exclude', unknown);
  if (parent !== undefined && !existing.has(parent)) problems.add('parent', 'unknown_category');
}

async function checkEvents(
  values: ListValues,
  problems: Problems,
  context: RequestContext,
  { isEventReadable }: TermRoutesOptions,
): Promise<void> {
  for (const name of ['event', 'post'] as const) {
    const eventId = values[name];
    if (eventId !== undefined && !(await isEventReadable(eventId, context, values.password)))
      problems.add(name, 'unknown_event');
  }
}

async function presentTerms(
  terms: readonly Term[],
  { links, language, now }: RequestContext,
  { store }: TermRoutesOptions,
) {
  const ids = terms.map(({ id }) => id);
  const paths = await categoryPaths(store.reader, ids, language);
  return { items: terms.map((term) => presentTerm(term, links, paths)), modified: lastChange(terms, now) };
}
