// Which events a filter by an event may name.
import { type Caller, mayRead } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader } from '../../store/store.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { isMasked } from './masking.ts';
import { findEventRow } from './repository.ts';
import type { TryPassword } from './types.ts';

interface Reading {
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
}

/** Whether the caller may read the event and whom it is linked to: what filters by an event ask (D15). */
export const isEventReadable = async (db: Reader, id: number, reading: Reading): Promise<boolean> =>
  isOpenTo(await findEventRow(db, id), reading);

const isOpenTo = (event: EventsTable | undefined, reading: Reading): boolean =>
  event !== undefined && mayRead(reading.caller, ownedOf(event, reading.now)) && !isMasked(event, reading);

/** The same for callers who may have sent the event's password. */
export const readableEvents =
  (db: Reader, tryPassword: TryPassword): IsEventReadable =>
  async (id, sender, password) => {
    const event = await findEventRow(db, id);
    const isAsked = password !== undefined && typeof event?.password_hash === 'string';
    return isOpenTo(event, {
      ...sender,
      passwordHash: isAsked ? await tryPassword(password, sender, event) : undefined,
    });
  };
