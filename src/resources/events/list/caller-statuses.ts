// Which statuses a list has for its caller: public events only, all but the trash, or public and own ones.
import type { StoredStatus } from '../../../core/kinds.ts';
import { mayCreate, mayEditOthers } from '../../../core/roles.ts';
import type { EventFilter } from './conditions.ts';

type CallerStatuses = Pick<EventFilter, 'caller' | 'statuses'>;

export const notInTrash = ['publish', 'draft', 'pending', 'private'] as const;

/** Only published events whose publication time has passed. */
export const listsPublishedOnly = ({ caller, statuses }: CallerStatuses): boolean =>
  statuses === undefined ? !mayCreate(caller) : statuses.length === 1 && statuses[0] === 'publish';

export const listsAllButTrash = ({ caller, statuses }: CallerStatuses): boolean =>
  statuses === undefined && mayEditOthers(caller);

/** Public events, and the caller's own of any status but the trash. */
export const listsPublicAndOwn = ({ caller, statuses, criteria }: CallerStatuses & Pick<EventFilter, 'criteria'>) =>
  statuses === undefined && !criteria.hidden && mayCreate(caller) && !mayEditOthers(caller);

/** The statuses of the list, where the caller may find most events that have one; `undefined` for any other selection. */
export function listedStatuses(filter: CallerStatuses): readonly StoredStatus[] | undefined {
  if (listsPublishedOnly(filter)) return ['publish'];
  return filter.statuses === undefined ? notInTrash : undefined;
}
