// Conditions of requests (RFC 9110, 13): what spares a read its body, and what keeps a write from undoing another's.
import { ApiError } from '../../core/api-error.ts';
import { selectFields } from '../response/select-fields.ts';
import type { Representation } from '../route.ts';
import { entityTagOf, namesStrongly, namesWeakly } from './entity-tag.ts';
import { parseHttpDate } from './http-date.ts';

/** The texts of the headers. */
export interface Conditions {
  'if-match'?: string | undefined;
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-unmodified-since'?: string | undefined;
}

/** What a reply to a read says of its state. */
export interface Validators {
  etag: string;
  /** UTC seconds. */
  modified: number;
  /** Whoever was told of this time has seen this very state, not another of the same second. */
  isCertain: boolean;
  /** UTC seconds from which on a time is known that tells more. */
  betterAt?: number | undefined;
}

/** Whether the reader has these bytes already: 304. The date counts only without tags. */
export function isUnchanged(conditions: Conditions, { etag, modified, isCertain }: Validators): boolean {
  const tags = conditions['if-none-match'];
  if (tags !== undefined) return namesWeakly(tags, etag);
  const date = conditions['if-modified-since'];
  const since = isCertain && date !== undefined ? parseHttpDate(date) : undefined;
  return since !== undefined && modified <= since;
}

/** Whether a write with these headers depends on the state of its record. */
export const hasPreconditions = (conditions: Conditions): boolean =>
  conditions['if-match'] !== undefined ||
  conditions['if-none-match'] !== undefined ||
  conditions['if-unmodified-since'] !== undefined;

/**
 * Throws 412 unless the conditions hold for the record that a write is about; `undefined` is one that does not exist.
 * A writer who asks for some `_fields` only may as well name the tag of these, which is all that such a reader knows.
 */
export function assertPreconditions(
  conditions: Conditions,
  current: Representation | undefined,
  fields?: readonly string[],
): void {
  const full = current && entityTagOf(current.body);
  const partial = current && fields ? entityTagOf(selectFields(current.body, fields)) : undefined;
  const tags = [full, partial].filter((tag) => tag !== undefined);
  if (holds(conditions, current, tags)) return;
  throw new ApiError('rest_precondition_failed', full === undefined ? {} : { data: { etag: full } });
}

function holds(conditions: Conditions, current: Representation | undefined, tags: readonly string[]): boolean {
  const match = conditions['if-match'];
  const noneMatch = conditions['if-none-match'];
  const since = parseHttpDate(conditions['if-unmodified-since'] ?? '');
  if (match !== undefined && !(current && namesStrongly(match, tags))) return false;
  if (match === undefined && since !== undefined && !(current && current.modified <= since)) return false;
  return noneMatch === undefined || !current || !tags.some((tag) => namesWeakly(noneMatch, tag));
}
