import { isRelativeDate } from '../../../core/dates/parse/parse-date.ts';
import type { RequestContext } from '../../../http/route.ts';

/** What words such as `yesterday` choose is another thing a moment later: a reply with them is not kept. */
export function noteRelativeDates(names: readonly string[], context: RequestContext): void {
  const isRelative = (name: string) => {
    const raw = context.params.get(name);
    return typeof raw === 'string' && isRelativeDate(raw);
  };
  if (names.some(isRelative)) context.uncacheable();
}
