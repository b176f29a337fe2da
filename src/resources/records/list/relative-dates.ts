// Keeps replies to requests with relative dates out of the response cache.
import { isRelativeDate } from '../../../core/dates/parse/parse-date.ts';
import type { RequestContext } from '../../../http/route.ts';

/** The meaning of words such as `yesterday` depends on the time of the request. */
export function bypassCacheForRelativeDates(names: readonly string[], context: RequestContext): void {
  const isRelative = (name: string) => {
    const raw = context.params.get(name);
    return typeof raw === 'string' && isRelativeDate(raw);
  };
  if (names.some(isRelative)) context.uncacheable();
}
