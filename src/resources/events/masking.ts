// Password-protected events (D16): for whom an event is masked, and who may read it.
import { type Caller, mayEdit, mayRead } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { ownedOf, type StatusColumns } from '../records/status.ts';
import { eventRows } from './repository.ts';
import type { TryPassword } from './types.ts';

export interface ReaderAccess {
  caller: Caller;
  now: number;
  /** Hash of the password that the reader sent. */
  passwordHash?: string | undefined;
}

export const isMasked = (
  event: StatusColumns & Pick<EventsTable, 'password_hash'>,
  { caller, now, passwordHash }: ReaderAccess,
): boolean =>
  event.password_hash !== null && event.password_hash !== passwordHash && !mayEdit(caller, ownedOf(event, now));

/** Whether the caller may read the event, and hence its related records (D15). */
export const isEventReadable = async (db: Reader, id: number, access: ReaderAccess): Promise<boolean> =>
  isReadable(await eventRows.find(db, id), access);

const isReadable = (event: EventsTable | undefined, access: ReaderAccess): boolean =>
  event !== undefined && mayRead(access.caller, ownedOf(event, access.now)) && !isMasked(event, access);

/** The same for callers who may have sent the event's password. */
export const readableEvents =
  (db: Reader, tryPassword: TryPassword): IsEventReadable =>
  async (id, sender, password) => {
    const event = await eventRows.find(db, id);
    const needsPassword = password !== undefined && typeof event?.password_hash === 'string';
    const passwordHash = needsPassword ? await tryPassword(password, sender, event) : undefined;
    return isReadable(event, { ...sender, passwordHash });
  };
