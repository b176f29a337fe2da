// Filters by times of publication and of last change, common to lists.
import { type Expression, type SqlBool, sql } from 'kysely';
import { isRelativeDate } from '../../../core/dates/parse/parse-date.ts';
import { type DateInput, describe } from '../../../http/params/field.ts';
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

/** Reads two parameters as a range; `undefined` if neither was sent. */
export const rangeReader =
  <Name extends string>(after: Name, before: Name) =>
  (sent: Readonly<Partial<Record<Name, DateInput>>>, context: RequestContext): TimeRange | undefined => {
    bypassCacheForRelativeDates([after, before], context);
    const { zones, siteZone } = context;
    const instant = (date: DateInput | undefined) => date && toInstant(date.value, siteZone, zones);
    return sent[after] || sent[before] ? { after: instant(sent[after]), before: instant(sent[before]) } : undefined;
  };

export const readModified = rangeReader('modified_after', 'modified_before');
export const readPublished = rangeReader('published_after', 'published_before');

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
