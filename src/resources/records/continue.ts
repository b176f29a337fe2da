import { dayOf } from '../../core/dates/civil.ts';
import type { RequestContext } from '../../http/route.ts';
import { type Cursor, decodeCursor, encodeCursor, type ListIdentity, type Position } from './cursor.ts';
import type { Page } from './paging.ts';

/** The place where a list goes on, and how to name the place after a page of it. */
export interface Continuation {
  cursor: Cursor | undefined;
  /** The moment that a default window is counted from, the same for the whole walk. */
  since: number;
  /** A page of the rows found, of which there may be one more than it holds. */
  cut<T>(
    found: readonly T[],
    page: Page,
    positionOf: (row: T) => Position,
  ): { rows: T[]; nextCursor: string | undefined };
}

/** Throws `rest_invalid_cursor` for a cursor that is not this list's. */
export function readContinuation(path: string, context: RequestContext, token: string | undefined): Continuation {
  const { params, viewer, language, now, zones, siteZone } = context;
  const list: ListIdentity = { path, params, viewer, language };
  const cursor = token === undefined ? undefined : decodeCursor(token, list, now);
  // The day's beginning, so that equal lists have equal cursors all day long.
  const today = zones.toEpoch(`${dayOf(zones.toWall(now, siteZone))} 00:00:00`, siteZone).epoch;
  const since = cursor?.since ?? Math.min(today, now);
  return {
    cursor,
    since,
    cut(found, page, positionOf) {
      const rows = found.slice(0, page.perPage);
      const last = rows.at(-1);
      const hasMore = found.length > rows.length && last !== undefined;
      return { rows, nextCursor: hasMore ? encodeCursor({ after: positionOf(last), since }, list) : undefined };
    },
  };
}
