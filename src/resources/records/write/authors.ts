// Checks the author that a write sets for an event, venue or organizer (D19).
import { forbidden, type Problems } from '../../../core/api-error.ts';
import { type Caller, mayEditOthers } from '../../../core/roles.ts';
import type { Reader } from '../../../store/store.ts';
import { findUserById } from '../../users/repository.ts';

/** Unknown users are reported only to callers who may set other authors: anyone else may set only themselves. */
export async function checkAuthor(
  db: Reader,
  author: number | undefined,
  problems: Problems,
  { caller }: { caller: Caller },
): Promise<void> {
  if (author === undefined || !mayEditOthers(caller)) return;
  if (!(await findUserById(db, author))) problems.add('author', 'unknown_user');
}

/**
 * Setting another author than oneself takes rights, which are checked after the parameters. A record's current author may
 * always be sent back, because whoever may edit the record is that author or may set any.
 */
export function assertMaySetAuthor(caller: Caller, author: number | undefined): void {
  if (author !== undefined && author !== caller.userId && !mayEditOthers(caller))
    throw forbidden(caller, mayEditOthers, 'rest_forbidden_author');
}
