// Preconditions of writes (RFC 9110, 13), against lost updates.
import { ApiError } from '../../core/api-error.ts';
import { selectFields } from '../response/select-fields.ts';
import { isTooLarge, sizeOf } from '../response/size-limit.ts';
import type { Representation } from '../route.ts';
import { entityTagOf, matchesStrongly, matchesWeakly, parseHttpDate } from './validators.ts';

/** Request headers. */
export interface Conditions {
  'if-match'?: string | undefined;
  'if-none-match'?: string | undefined;
  'if-unmodified-since'?: string | undefined;
}

/** Whether a write with these headers depends on the state of its record. */
export const hasPreconditions = (conditions: Conditions): boolean =>
  conditions['if-match'] !== undefined ||
  conditions['if-none-match'] !== undefined ||
  conditions['if-unmodified-since'] !== undefined;

/**
 * Throws 412 unless the conditions hold for the record to be written; `undefined` if it does not exist.
 * A request with `_fields` may also name the tag of these fields, as a read with them returns it.
 */
export function assertPreconditions(
  conditions: Conditions,
  current: Representation | undefined,
  fields?: readonly string[],
): void {
  // A record that is too large to be read whole has no tag as a whole.
  const full = current && !isTooLarge(sizeOf(current.body)) ? entityTagOf(current.body) : undefined;
  const partial = current && fields ? entityTagOf(selectFields(current.body, fields)) : undefined;
  const tags = [full, partial].filter((tag) => tag !== undefined);
  if (areSatisfied(conditions, current, tags)) return;
  throw new ApiError('rest_precondition_failed', full === undefined ? {} : { data: { etag: full } });
}

function areSatisfied(conditions: Conditions, current: Representation | undefined, tags: readonly string[]): boolean {
  const match = conditions['if-match'];
  const noneMatch = conditions['if-none-match'];
  const since = parseHttpDate(conditions['if-unmodified-since'] ?? '');
  if (match !== undefined && !(current && matchesStrongly(match, tags))) return false;
  if (match === undefined && since !== undefined && !(current && current.modified <= since)) return false;
  return noneMatch === undefined || !current || !tags.some((tag) => matchesWeakly(noneMatch, tag));
}
