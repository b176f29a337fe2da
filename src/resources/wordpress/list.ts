import { ApiError } from '../../core/api-error.ts';
import { joinLinks } from '../../http/discovery.ts';
import { listOf } from '../../http/openapi/schema.ts';
import type { Fields, JsonSchema } from '../../http/params/field.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reply, ReplyDocs, RequestContext } from '../../http/route.ts';
import { isList, type Page, paramText, readPage } from '../records/list/paging.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { lastChange } from '../records/status.ts';
import { listTerms, type TermLists } from '../terms/list/list.ts';
import { findTermsByIds } from '../terms/repository.ts';
import { tagListFields } from './schemas.ts';
import { presentTag, wordpressTagSchema } from './terms.ts';

type UnknownCode = 'rest_post_invalid_id' | 'rest_term_invalid' | 'rest-event-not-found';

/** Handler of errors that replaces the code of a 404 by one that existing clients rely on. */
export const notFoundAs =
  (code: UnknownCode) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 404 ? new ApiError(code) : error;
  };

interface ListOptions extends TermLists {
  maxPerPage: number;
  isEventReadable: IsEventReadable;
}

/** A plain array, with the totals in headers. */
export const pageOf = (schema: JsonSchema): ReplyDocs => ({
  status: 200,
  description: 'A page of the list',
  schema: listOf(schema),
  headers: ['X-WP-Total', 'X-WP-TotalPages'],
});

export const tagPage = pageOf(wordpressTagSchema);

export async function listTags(context: RequestContext, options: ListOptions): Promise<Reply> {
  const { values, problems } = readParams(tagListFields, context.params, context);
  const { store, maxPerPage, isEventReadable } = options;
  if (values.post !== undefined && !(await isEventReadable(values.post, context)))
    problems.add('post', 'unknown_event');
  problems.throwIfAny();
  const { terms } = await listTerms(
    options,
    {
      taxonomy: 'tag',
      search: values.search,
      include: values.include,
      exclude: values.exclude,
      slugs: values.slug,
      eventId: values.post,
      hideEmpty: values.hide_empty ?? false,
      modified: { after: undefined, before: undefined },
      orderBy: values.orderby ?? 'name',
      descending: values.order === 'desc',
    },
    context,
  );
  const page = readPage(values, maxPerPage);
  const ids = terms.slice(page.offset, page.offset + page.perPage).map(({ id }) => id);
  const rows = await findTermsByIds(store.reader, ids, context);
  return {
    status: 200,
    modified: lastChange(rows, context.now),
    body: rows.map((term) => presentTag(term, context.links)),
    headers: pageHeaders(terms.length, page, tags, context),
  };
}

const tags = { path: '/tags', fields: tagListFields };

interface Listing {
  path: string;
  fields: Fields;
}

/** Totals and links to the adjacent pages. */
export function pageHeaders(
  total: number,
  { page, perPage }: Pick<Page, 'page' | 'perPage'>,
  list: Listing,
  context: RequestContext,
): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const link = joinLinks(
    page > 1 && page <= pages ? linkTo('prev', page - 1, list, context) : '',
    page < pages ? linkTo('next', page + 1, list, context) : '',
  );
  return { 'x-wp-total': String(total), 'x-wp-totalpages': String(pages), ...(link === '' ? {} : { link }) };
}

/** Link to another page with the same parameters. */
function linkTo(relation: string, page: number, { path, fields }: Listing, { params, links }: RequestContext): string {
  const query = new URLSearchParams();
  for (const [name, value] of params) if (name !== 'page') query.set(name, paramText(value, isList(fields, name)));
  query.set('page', String(page));
  return `<${links.rest(path, query.toString())}>; rel="${relation}"`;
}
