import { joinLinks } from '../../http/discovery.ts';
import { listOf } from '../../http/openapi/schema.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reply, ReplyDocs, RequestContext } from '../../http/route.ts';
import { isList, readPage, textOf } from '../records/list/paging.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { newestOf } from '../records/write/hooks.ts';
import { listTerms, type TermLists } from '../terms/filters.ts';
import { findTermsInOrder } from '../terms/repository.ts';
import { presentTag } from './present.ts';
import { wordpressTagSchema } from './reply-schemas.ts';
import { tagListFields } from './schemas.ts';

interface ListOptions extends TermLists {
  maxPerPage: number;
  isEventReadable: IsEventReadable;
}

export const tagPage: ReplyDocs = {
  status: 200,
  description: 'A page of the list',
  schema: listOf(wordpressTagSchema),
  headers: ['X-WP-Total', 'X-WP-TotalPages'],
};

/** A bare list, with its totals in headers. */
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
  const rows = await findTermsInOrder(store.reader, terms.slice(page.offset, page.offset + page.perPage), context);
  const pages = Math.ceil(terms.length / page.perPage);
  const link = joinLinks(
    page.page > 1 && page.page <= pages ? linkTo('prev', page.page - 1, context) : '',
    page.page < pages ? linkTo('next', page.page + 1, context) : '',
  );
  return {
    status: 200,
    modified: newestOf(rows, context.now),
    body: rows.map((term) => presentTag(term, context.links)),
    headers: {
      'x-wp-total': String(terms.length),
      'x-wp-totalpages': String(pages),
      ...(link === '' ? {} : { link }),
    },
  };
}

/** The same list on another page, with every parameter as it was sent. */
function linkTo(relation: string, page: number, { params, links }: RequestContext): string {
  const query = new URLSearchParams();
  for (const [name, value] of params) if (name !== 'page') query.set(name, textOf(value, isList(tagListFields, name)));
  query.set('page', String(page));
  return `<${links.rest('/tags', query.toString())}>; rel="${relation}"`;
}
