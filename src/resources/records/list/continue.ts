import { dayOf } from '../../../core/dates/civil.ts';
import type { Fields } from '../../../http/params/field.ts';
import type { RequestContext } from '../../../http/route.ts';
import {
  assertOf,
  type Cursor,
  decodeCursor,
  encodeCursor,
  type ListIdentity,
  type Position,
  sendsFilters,
} from './cursor.ts';
import type { Asked, Page } from './paging.ts';

/** The place where a list goes on. */
export interface Continuation {
  cursor: Cursor | undefined;
  /** The moment that a default window is counted from, the same for the whole walk. */
  since: number;
  /** The list that is asked for. Throws `rest_invalid_cursor` for a cursor that is not this list's. */
  of(path: string, asked: Asked): ContinuedList;
}

export interface ContinuedList {
  /** A page of the rows found, of which there may be one more than it holds, and the name of the place after it. */
  cut<T>(
    found: readonly T[],
    page: Page,
    positionOf: (row: T) => Position,
  ): { rows: T[]; nextCursor: string | undefined };
}

/**
 * The request with what its cursor keeps, where it sends no filters. Throws `rest_invalid_cursor` for what is none, and
 * for one of another list before its filters are judged.
 */
export function withStoredFilters(context: RequestContext, path: string, fields: Fields): RequestContext {
  const { caller, language, now, params: sent } = context;
  const token = sent.get('cursor');
  if (typeof token !== 'string' || token === '' || sendsFilters({ fields, params: sent })) return context;
  const cursor = decodeCursor(token, now);
  if (cursor.kept.size === 0) return context;
  const params = new Map([...cursor.kept, ...sent]);
  assertOf(cursor, { path, caller, language, fields, params });
  return { ...context, params };
}

/** Throws `rest_invalid_cursor` for what is no cursor. */
export function readContinuation(context: RequestContext, token: string | undefined): Continuation {
  const { caller, language, now, zones, siteZone } = context;
  const cursor = token === undefined ? undefined : decodeCursor(token, now);
  // The day's beginning, so that equal lists have equal cursors all day long.
  const today = zones.toEpoch(`${dayOf(zones.toWall(now, siteZone))} 00:00:00`, siteZone).epoch;
  const since = cursor?.since ?? Math.min(today, now);
  return {
    cursor,
    since,
    of(path, asked) {
      const list: ListIdentity = { path, caller, language, ...asked };
      if (cursor) assertOf(cursor, list);
      return {
        cut(found, page, positionOf) {
          const rows = found.slice(0, page.perPage);
          const last = rows.at(-1);
          const hasMore = found.length > rows.length && last !== undefined;
          return { rows, nextCursor: hasMore ? encodeCursor({ after: positionOf(last), since }, list) : undefined };
        },
      };
    },
  };
}
