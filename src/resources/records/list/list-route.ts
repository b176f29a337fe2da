// The route of a list: finds a page of records, by its number or after a cursor, and presents it with links to the others.
import type { ErrorCode } from '../../../core/api-error.ts';
import { dayOf } from '../../../core/dates/civil.ts';
import { isTaxonomy, type LoggedKind, plurals } from '../../../core/kinds.ts';
import type { Fields, JsonSchema } from '../../../http/params/field.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { listed, namesOf, refused } from '../replies.ts';
import { assertBelongsTo, decodeCursor, encodeCursor, sendsFilters } from './cursor.ts';
import type { Position } from './order.ts';
import { assertPageExists, type ListReply, type Page, presentList, readPage } from './paging.ts';

interface ListRequest {
  values: { page?: number; per_page?: number; cursor?: string };
  /** For lists that need it to read their parameters. */
  continuation?: ReturnType<typeof readCursor>;
  defaults?: ListReply['defaults'];
  resolved?: ListReply['resolved'];
}

interface Found<Row> {
  /** Those of the page, and the first of the next page if there is one. */
  rows: readonly Row[];
  total: number;
  positionOf(row: NoInfer<Row>): Position;
}

interface ListOptions<Request extends ListRequest, Row> {
  kind: LoggedKind;
  fields: Fields;
  schema: JsonSchema;
  maxPerPage: number;
  /** Error of a numbered page past the end; without it, such a page is empty. */
  notFound?: ErrorCode;
  /** Throws the problems of all parameters. */
  read(context: RequestContext): Promise<Request>;
  find(request: Request, page: Page, context: RequestContext): Promise<Found<Row>>;
  present(
    rows: readonly Row[],
    request: Request,
    context: RequestContext,
  ): Promise<Pick<ListReply, 'items' | 'serialised' | 'modified'>>;
}

export function recordList<Request extends ListRequest, Row>(options: ListOptions<Request, Row>): Route {
  const { kind, fields, schema, notFound } = options;
  const { path, noun, plural } = namesOf(kind);
  return {
    method: 'GET',
    path,
    operationId: `list${path.charAt(1).toUpperCase()}${path.slice(2)}`,
    summary: `List ${plural}`,
    tag: noun,
    params: fields,
    allowed: anyone,
    replies: [listed(schema), ...refused(...(notFound ? [notFound] : []), 'rest_invalid_cursor')],
    handle: (context) => list(withStoredFilters(context, path, fields), path, options),
  };
}

async function list<Request extends ListRequest, Row>(
  context: RequestContext,
  path: string,
  { kind, fields, maxPerPage, notFound, read, find, present }: ListOptions<Request, Row>,
): Promise<Reply> {
  const { caller, language, links, params } = context;
  const request = await read(context);
  const { cursor, since } = request.continuation ?? readCursor(context, request.values.cursor);
  const query = { fields, params, defaults: request.defaults, resolved: request.resolved };
  const identity = { path, caller, language, ...query };
  if (cursor) assertBelongsTo(cursor, identity);
  const page = readPage(request.values, maxPerPage, cursor?.after);
  const { rows: found, total, positionOf } = await find(request, page, context);
  const rows = found.slice(0, page.perPage);
  if (notFound && !cursor) assertPageExists(page, rows, notFound);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return presentList({
    ...query,
    key: plurals[kind],
    total,
    page,
    links,
    totalsFirst: isTaxonomy(kind),
    nextCursor: last && encodeCursor({ after: positionOf(last), since }, identity),
    ...(await present(rows, request, context)),
  });
}

/**
 * Adds the filters stored in the cursor to a request that sends none. Throws `rest_invalid_cursor` if the cursor is malformed
 * or belongs to another list, whose filters must not be validated.
 */
function withStoredFilters(context: RequestContext, path: string, fields: Fields): RequestContext {
  const { caller, language, now, params: sent } = context;
  const token = sent.get('cursor');
  if (typeof token !== 'string' || token === '' || sendsFilters({ fields, params: sent })) return context;
  const cursor = decodeCursor(token, now);
  if (cursor.filters.size === 0) return context;
  const params = new Map([...cursor.filters, ...sent]);
  assertBelongsTo(cursor, { path, caller, language, fields, params });
  return { ...context, params };
}

/**
 * The cursor, if one was sent, and the reference time of default windows, which is the same on all pages. Throws
 * `rest_invalid_cursor` if the token is malformed or expired.
 */
export function readCursor({ now, zones, siteZone }: RequestContext, token: string | undefined) {
  const cursor = token === undefined ? undefined : decodeCursor(token, now);
  // Start of the day, so that equal lists have equal cursors for the whole day.
  const today = zones.toEpoch(`${dayOf(zones.toWall(now, siteZone))} 00:00:00`, siteZone).epoch;
  return { cursor, since: cursor?.since ?? Math.min(today, now) };
}
