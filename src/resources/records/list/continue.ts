// Continues a list at the cursor of a request.
import type { ErrorCode } from '../../../core/api-error.ts';
import { dayOf } from '../../../core/dates/civil.ts';
import type { Fields } from '../../../http/params/field.ts';
import type { RequestContext } from '../../../http/route.ts';
import {
  assertBelongsTo,
  type Cursor,
  decodeCursor,
  encodeCursor,
  type ListIdentity,
  type Position,
  sendsFilters,
} from './cursor.ts';
import { assertPageExists, type ListQuery, type ListReply, type Page } from './paging.ts';

/** Where the requested list continues, if a cursor was sent. */
export interface Continuation {
  cursor: Cursor | undefined;
  /** Reference time of default windows, the same on all pages. */
  since: number;
  /** The list with this path and query. Throws `rest_invalid_cursor` if the cursor belongs to another list. */
  of(path: string, query: ListQuery): ContinuedList;
}

export interface ContinuedList {
  /**
   * Cuts rows to one page; one more row than it holds means that there is a next page. Throws `notFound`, if given, for a
   * numbered page past the end.
   */
  cut<T>(
    rows: readonly T[],
    page: Page,
    positionOf: (row: T) => Position,
    notFound?: ErrorCode,
  ): { rows: T[]; paging: Paging };
}

type Paging = ListQuery & Pick<ListReply, 'page' | 'nextCursor' | 'continued'>;

/**
 * Adds the filters stored in the cursor to a request that sends none. Throws `rest_invalid_cursor` if the cursor is malformed
 * or belongs to another list, whose filters must not be validated.
 */
export function withStoredFilters(context: RequestContext, path: string, fields: Fields): RequestContext {
  const { caller, language, now, params: sent } = context;
  const token = sent.get('cursor');
  if (typeof token !== 'string' || token === '' || sendsFilters({ fields, params: sent })) return context;
  const cursor = decodeCursor(token, now);
  if (cursor.filters.size === 0) return context;
  const params = new Map([...cursor.filters, ...sent]);
  assertBelongsTo(cursor, { path, caller, language, fields, params });
  return { ...context, params };
}

/** Throws `rest_invalid_cursor` if the token is malformed or expired. */
export function readContinuation(context: RequestContext, token: string | undefined): Continuation {
  const { caller, language, now, zones, siteZone } = context;
  const cursor = token === undefined ? undefined : decodeCursor(token, now);
  // Start of the day, so that equal lists have equal cursors for the whole day.
  const today = zones.toEpoch(`${dayOf(zones.toWall(now, siteZone))} 00:00:00`, siteZone).epoch;
  const since = cursor?.since ?? Math.min(today, now);
  return {
    cursor,
    since,
    of(path, query) {
      const list: ListIdentity = { path, caller, language, ...query };
      if (cursor) assertBelongsTo(cursor, list);
      return {
        cut(found, page, positionOf, notFound) {
          const rows = found.slice(0, page.perPage);
          const last = rows.at(-1);
          const hasMore = found.length > rows.length && last !== undefined;
          const nextCursor = hasMore ? encodeCursor({ after: positionOf(last), since }, list) : undefined;
          const continued = cursor !== undefined;
          if (notFound && !continued) assertPageExists(page, rows, notFound);
          return { rows, paging: { ...query, page, nextCursor, continued } };
        },
      };
    },
  };
}
