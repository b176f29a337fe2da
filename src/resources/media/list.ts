import type { Values } from '../../http/params/field.ts';
import { getParams } from '../../http/params/read.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import { type Continuation, readContinuation, withStoredFilters } from '../records/list/continue.ts';
import { readModified } from '../records/list/modified.ts';
import { positionOf } from '../records/list/order.ts';
import { presentList, readPage } from '../records/list/paging.ts';
import { listed, refused } from '../records/replies.ts';
import { lastChange } from '../records/status.ts';
import { listMedia, type MediaFilter } from './filters.ts';
import { mediaListFields, mediaReplies } from './schemas.ts';
import type { MediaRoutesOptions } from './service.ts';
import { presentMedium } from './table.ts';

export const listRoute = (options: MediaRoutesOptions): Route => ({
  method: 'GET',
  path: '/media',
  operationId: 'listMedia',
  summary: 'List images',
  tag: 'Media',
  params: mediaListFields,
  allowed: anyone,
  replies: [listed(mediaReplies.page), ...refused('media-archive-page-not-found', 'rest_invalid_cursor')],
  handle: (context) => list(withStoredFilters(context, '/media', mediaListFields), options),
});

async function list(context: RequestContext, { library, maxPerPage }: MediaRoutesOptions): Promise<Reply> {
  const values = getParams(mediaListFields, context);
  const page = readPage(values, maxPerPage);
  const continuation = readContinuation(context, values.cursor);
  const query = { fields: mediaListFields, params: context.params };
  const { cut } = continuation.of('/media', query);
  const { rows: found, total } = await listMedia(library.store, toFilter(values, continuation, context), page);
  const { rows, paging } = cut(found, page, positionOf, 'media-archive-page-not-found');
  const items = rows.map((row) => presentMedium(row, context));
  const modified = lastChange(rows, context.now);
  return presentList({ key: 'media', items, total, links: context.links, ...paging, modified });
}

const toFilter = (
  values: Values<typeof mediaListFields>,
  { cursor }: Continuation,
  context: RequestContext,
): MediaFilter => ({
  language: context.language,
  search: values.search,
  modified: readModified(values, context),
  orderBy: values.orderby ?? 'date',
  // Newest first, unless an order is requested.
  descending: values.order === undefined ? values.orderby === undefined : values.order === 'desc',
  after: cursor?.after,
});
