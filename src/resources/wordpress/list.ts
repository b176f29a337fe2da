// What the lists of WordPress have in common, and the code of a 404.
import { ApiError } from '../../core/api-error.ts';
import { joinLinks } from '../../http/discovery.ts';
import { listOf } from '../../http/openapi/schema.ts';
import { describe, type Fields, type JsonSchema, unsetWhenEmpty } from '../../http/params/field.ts';
import { integer } from '../../http/params/scalars.ts';
import type { ReplyDocs, RequestContext } from '../../http/route.ts';
import { isList, type Page, pageFields, paramText, readPage } from '../records/list/paging.ts';

type UnknownCode = 'rest_post_invalid_id' | 'rest_term_invalid' | 'rest-event-not-found';

/** Handler of errors that replaces the code of a 404 by one that existing clients rely on. */
export const notFoundAs =
  (code: UnknownCode) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 404 ? new ApiError(code) : error;
  };

/** A plain array, with the totals in headers. */
export const pageOf = (schema: JsonSchema): ReplyDocs => ({
  status: 200,
  description: 'A page of the list',
  schema: listOf(schema),
  headers: ['X-WP-Total', 'X-WP-TotalPages'],
});

export const wordpressPageFields = {
  ...pageFields,
  offset: unsetWhenEmpty(describe(integer({ min: 0 }), 'Number of items to skip. `page` is then ignored')),
};

/** With an `offset`, which clients raise until nothing comes, the page counts as the first. */
export function readWordpressPage(
  { offset, ...values }: { page?: number; per_page?: number; offset?: number | undefined },
  maxPerPage: number,
): Page {
  return offset === undefined
    ? readPage(values, maxPerPage)
    : { ...readPage({ ...values, page: 1 }, maxPerPage), offset };
}

/** WordPress refuses pages of posts past the end, and many clients stop only there. Lists of terms are merely empty. */
export function assertPostPageExists(total: number, { page, perPage }: Pick<Page, 'page' | 'perPage'>): void {
  if (total > 0 && page > Math.ceil(total / perPage)) throw new ApiError('rest_post_invalid_page_number');
}

interface Listing {
  path: string;
  fields: Fields;
}

/** Totals, and links to the adjacent pages if these have numbers. */
export function pageHeaders(
  total: number,
  { page, perPage }: Pick<Page, 'page' | 'perPage'>,
  list: Listing,
  context: RequestContext,
): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const isNumbered = (context.params.get('offset') ?? '') === '';
  const link = joinLinks(
    isNumbered && page > 1 && page <= pages ? linkTo('prev', page - 1, list, context) : '',
    isNumbered && page < pages ? linkTo('next', page + 1, list, context) : '',
  );
  return { 'x-wp-total': String(total), 'x-wp-totalpages': String(pages), ...(link === '' ? {} : { link }) };
}

function linkTo(relation: string, page: number, { path, fields }: Listing, { params, links }: RequestContext): string {
  const query = new URLSearchParams();
  for (const [name, value] of params) if (name !== 'page') query.set(name, paramText(value, isList(fields, name)));
  query.set('page', String(page));
  return `<${links.rest(path, query.toString())}>; rel="${relation}"`;
}
