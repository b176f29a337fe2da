// The lists of categories and of tags.
import type { CacheValidity } from '../../../cache/validity.ts';
import type { Problems } from '../../../core/api-error.ts';
import type { Taxonomy } from '../../../core/kinds.ts';
import { isAnonymous } from '../../../core/roles.ts';
import type { Values } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import type { RequestContext, Route } from '../../../http/route.ts';
import type { Store } from '../../../store/store.ts';
import { recordList } from '../../records/list/list-route.ts';
import { readModified } from '../../records/list/time-range.ts';
import type { IsEventReadable, Scope } from '../../records/scope.ts';
import { lastChange } from '../../records/status.ts';
import { presentTerm } from '../present.ts';
import { categoryPaths, existingTermIds, findTermsByIds, usedWithAncestors } from '../repository.ts';
import { categoryListFields, tagListFields, termReplies } from '../schemas.ts';
import type { Vocabulary } from '../service.ts';
import type { TermFilter } from '../types.ts';
import { matchingKeys } from './matching-keys.ts';
import type { OrderOfNames } from './name-order-cache.ts';
import { byName, byOrder, type OrderedTerms, positionIn, termsAfter } from './order.ts';

export interface TermLists {
  store: Store;
  orderOfNames: OrderOfNames;
}

export interface TermRoutesOptions extends Vocabulary, TermLists {
  maxPerPage: number;
  isEventReadable: IsEventReadable;
}

export const listRoute = (options: TermRoutesOptions): Route =>
  recordList({
    kind: options.taxonomy,
    fields: fieldsOf(options.taxonomy),
    schema: termReplies[options.taxonomy].page,
    maxPerPage: options.maxPerPage,
    async read(context) {
      const fields = fieldsOf(options.taxonomy) as typeof categoryListFields;
      const { values, problems } = readParams(fields, context.params, context);
      return { values, filter: await toFilter(values, problems, context, options) };
    },
    async find({ filter }, page, context) {
      const found = await listTerms(options, filter, context);
      const rows = page.after ? termsAfter(found, page.after) : found.terms.slice(page.offset);
      return { rows, total: found.terms.length, positionOf: positionIn(found) };
    },
    async present(rows, _request, { links, language, now }) {
      const { reader } = options.store;
      const ids = rows.map(({ id }) => id);
      const terms = await findTermsByIds(reader, ids, { language, now });
      const paths = await categoryPaths(reader, ids, language);
      return { items: terms.map((term) => presentTerm(term, links, paths)), modified: lastChange(terms, now) };
    },
  });

const fieldsOf = (taxonomy: Taxonomy) => (taxonomy === 'category' ? categoryListFields : tagListFields);

type ListValues = Values<typeof categoryListFields>;

/** Unknown ids, and events that the caller may not read, are reported as problems. */
async function toFilter(
  values: ListValues,
  problems: Problems,
  context: RequestContext,
  options: TermRoutesOptions,
): Promise<TermFilter> {
  await checkTerms(values, problems, options);
  for (const name of ['event', 'post'] as const) {
    const eventId = values[name];
    if (eventId !== undefined && !(await options.isEventReadable(eventId, context, values.password)))
      problems.add(name, 'unknown_event');
  }
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
  const unknown = `unknown_${taxonomy}_id` as const;
  if (include.some((id) => !existing.has(id))) problems.add('include', unknown);
  if (exclude.some((id) => !existing.has(id))) problems.add('exclude', unknown);
  if (parent !== undefined && !existing.has(parent)) problems.add('parent', 'unknown_category_id');
}

/** Sort keys of all matching terms, in order. Only the terms of the requested page are read in full. */
export async function listTerms(
  { store, orderOfNames }: TermLists,
  filter: TermFilter,
  { caller, language, now, validity }: Scope & { validity: CacheValidity },
): Promise<OrderedTerms> {
  const { taxonomy } = filter;
  const found = await matchingKeys(store.reader, filter, language, now);
  const hidesEmpty = filter.hideEmpty && filter.eventId === undefined;
  // A category without events is visible if a descendant has some.
  const needsAncestors = hidesEmpty && taxonomy === 'category' && found.some((term) => term.count < 1);
  const used = needsAncestors ? await usedWithAncestors(store.reader, now) : new Set<number>();
  const visible = hidesEmpty ? found.filter((term) => term.count > 0 || used.has(term.id)) : found;
  // A signed-in caller may have just written through another instance.
  const version = isAnonymous(caller) ? validity.version : 'now';
  const order = await orderOfNames({ taxonomy, language, version });
  const ordering = { ...filter, names: order.names, language };
  return { ...ordering, terms: byOrder(byName(visible, order), ordering) };
}
