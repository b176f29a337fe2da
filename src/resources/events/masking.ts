// Password-protected events (D16): who sees them whole, and what the others see.
import { type Caller, mayEdit } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import { ownedOf, type StatusColumns } from '../records/status.ts';

/** The caller's view: who they are and the hash of the password they gave. */
export interface Unlocking {
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
}

export const isMasked = (
  event: StatusColumns & Pick<EventsTable, 'password_hash'>,
  { caller, now, passwordHash }: Unlocking,
): boolean =>
  event.password_hash !== null && event.password_hash !== passwordHash && !mayEdit(caller, ownedOf(event, now));
