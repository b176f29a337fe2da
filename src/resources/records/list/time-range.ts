// Filters by times of publication and of last change, common to lists.
import { type Expression, type SqlBool, sql } from 'kysely';
import { isRelativeDate } from '../../../core/dates/parse/parse-date.ts';
import { describe, type Values } from '../../../http/params/field.ts';
import { scalarOf } from '../../../http/params/raw.ts';
import { date } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import { toInstant } from '../write/publication.ts';

const exact = "an exact time in the site's time zone, not a whole day";

export const modifiedFields = {
  modified_after: describe(date(), `Records last modified after this time; ${exact}`),
  modified_before: describe(date(), `Records last modified before this time; ${exact}`),
};

export const publishedFields = {
  published_after: describe(date(), `Records published after this time; ${exact}`),
  published_before: describe(date(), `Records published before this time; ${exact}`),
};

/** UTC seconds, both exclusive. */
export interface TimeRange {
  after: number | undefined;
  before: number | undefined;
}

export function readModified(
  sent: Partial<Values<typeof modifiedFields>>,
  context: RequestContext,
): TimeRange | undefined {
  bypassCacheForRelativeDates(Object.keys(modifiedFields), context);
  return toRange(sent.modified_after, sent.modified_before, context);
}

export function readPublished(
  sent: Partial<Values<typeof publishedFields>>,
  context: RequestContext,
): TimeRange | undefined {
  bypassCacheForRelativeDates(Object.keys(publishedFields), context);
  return toRange(sent.published_after, sent.published_before, context);
}

type SentTime = Values<typeof modifiedFields>['modified_after'];

function toRange(after: SentTime, before: SentTime, { zones, siteZone }: RequestContext): TimeRange | undefined {
  if (after === undefined && before === undefined) return undefined;
  return {
    after: after && toInstant(after.value, siteZone, zones),
    before: before && toInstant(before.value, siteZone, zones),
  };
}

/** SQL conditions; `column` may be an expression. */
export const timeWithin = (range: TimeRange | undefined, column: Expression<unknown>): Expression<SqlBool>[] => [
  ...(range?.after === undefined ? [] : [sql<SqlBool>`${column} > ${range.after}`]),
  ...(range?.before === undefined ? [] : [sql<SqlBool>`${column} < ${range.before}`]),
];

/** The meaning of words such as `yesterday` depends on the time of the request. */
export function bypassCacheForRelativeDates(names: readonly string[], context: RequestContext): void {
  const isRelative = (name: string) => {
    const raw = scalarOf(context.params.get(name) ?? null);
    return typeof raw === 'string' && isRelativeDate(raw);
  };
  if (names.some(isRelative)) context.uncacheable();
}
