// Filters by time of last change, common to all lists.
import { type Expression, type SqlBool, sql } from 'kysely';
import { isRelativeDate } from '../../../core/dates/parse/parse-date.ts';
import { describe, type Values } from '../../../http/params/field.ts';
import { date } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import { toInstant } from '../write/publication.ts';

const exact = "an exact time in the site's time zone, not a whole day";

export const modifiedFields = {
  modified_after: describe(date(), `Records last modified after this time; ${exact}`),
  modified_before: describe(date(), `Records last modified before this time; ${exact}`),
};

/** UTC seconds, both exclusive. */
export interface ModifiedRange {
  after: number | undefined;
  before: number | undefined;
}

export function readModified(
  { modified_after, modified_before }: Partial<Values<typeof modifiedFields>>,
  context: RequestContext,
): ModifiedRange | undefined {
  if (modified_after === undefined && modified_before === undefined) return undefined;
  const { zones, siteZone } = context;
  bypassCacheForRelativeDates(Object.keys(modifiedFields), context);
  return {
    after: modified_after && toInstant(modified_after.value, siteZone, zones),
    before: modified_before && toInstant(modified_before.value, siteZone, zones),
  };
}

/** SQL conditions; `column` may be an expression. */
export const modifiedWithin = (
  range: ModifiedRange | undefined,
  column: Expression<unknown>,
): Expression<SqlBool>[] => [
  ...(range?.after === undefined ? [] : [sql<SqlBool>`${column} > ${range.after}`]),
  ...(range?.before === undefined ? [] : [sql<SqlBool>`${column} < ${range.before}`]),
];

/** The meaning of words such as `yesterday` depends on the time of the request. */
export function bypassCacheForRelativeDates(names: readonly string[], context: RequestContext): void {
  const isRelative = (name: string) => {
    const raw = context.params.get(name);
    return typeof raw === 'string' && isRelativeDate(raw);
  };
  if (names.some(isRelative)) context.uncacheable();
}
