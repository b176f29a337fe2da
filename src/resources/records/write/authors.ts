// Whom a write may name as the author of an event, venue or organizer (D19).
import { forbidden, type Problems } from '../../../core/api-error.ts';
import { type Caller, mayEditOthers } from '../../../core/roles.ts';
import type { Reader } from '../../../store/store.ts';
import { findUserById } from '../../users/repository.ts';

/** Only callers who may name others learn that there is no such user: others may name nobody but themselves. */
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
 * Naming another author than oneself is a matter of rights, judged once the parameters are right. The author that a
 * record has may always be sent back: who may edit it is that author, or may name any.
 */
export function assertMaySetAuthor(caller: Caller, author: number | undefined): void {
  if (author !== undefined && author !== caller.userId && !mayEditOthers(caller))
    throw forbidden(caller, mayEditOthers, 'rest_forbidden_author');
}
