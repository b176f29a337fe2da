// What use cases know of the request that they serve.

import type { Problems } from '../../core/api-error.ts';
import type { TakenImages } from '../../core/images.ts';
import type { Caller } from '../../core/roles.ts';
import type { ReadContext } from '../../http/params/field.ts';

/** Who writes, when and from where: what the audit log says of a change. Nothing is said of one without a caller. */
export interface Stamp {
  caller?: Caller | undefined;
  /** UTC seconds. */
  now: number;
  /** IP address. */
  remoteAddress?: string | undefined;
  requestId?: string | undefined;
}

/** Who asks, in which language and when. */
export interface Scope extends Stamp {
  caller: Caller;
  language: string;
}

/** Of writes that may name images. */
export interface ImageScope extends Scope {
  /** Those named by address, taken in before the write began. */
  images?: TakenImages | undefined;
}

/** Of events, venues and organizers, with what their dates are read by. */
export interface RecordScope extends ImageScope, ReadContext {}

/** What a write says, and what is wrong with it; the service adds what only the database can tell. */
export interface Sent<V> {
  values: V;
  problems: Problems;
}

/** Whether the caller, who may have sent its password, may read the event with the id and whom it is linked to. */
export type IsEventReadable = (
  id: number,
  caller: { caller: Caller; remoteAddress: string; now: number },
  password?: string,
) => Promise<boolean>;
