import type { Caller } from '../../core/roles.ts';

/** Whether the caller, who may have sent its password, may read the event with the id and whom it is linked to. */
export type IsEventReadable = (
  id: number,
  caller: { caller: Caller; now: number },
  password?: string,
) => Promise<boolean>;
