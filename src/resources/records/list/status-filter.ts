import type { Problems } from '../../../core/api-error.ts';
import type { Caller } from '../../../core/roles.ts';
import type { Status } from '../status.ts';
import { readableStatuses } from './visibility.ts';

/** The statuses to list, `undefined` for all but the trash. One that the caller can never read is 400 (D14). */
export function requestedStatuses(
  asked: readonly (Status | 'any')[] | undefined,
  caller: Caller,
  problems: Problems,
): readonly Status[] | undefined {
  if (asked === undefined) return undefined;
  const readable = readableStatuses(caller);
  if (asked.some((status) => !readable.includes(status))) problems.add('status', 'status_not_readable');
  const named = asked.filter((status) => status !== 'any');
  if (!asked.includes('any')) return named;
  return named.includes('trash') ? ['publish', 'future', 'draft', 'pending', 'private', 'trash'] : undefined;
}
