// What use cases know of the request that they serve.
import type { TakenImages } from '../../core/images.ts';
import type { Caller } from '../../core/roles.ts';
import type { ReadContext } from '../../http/params/field.ts';

/** Who asks, in which language and when. */
export interface Scope {
  caller: Caller;
  language: string;
  /** UTC seconds. */
  now: number;
}

/** Of writes that may name images. */
export interface ImageScope extends Scope {
  /** Those named by address, taken in before the write began. */
  images?: TakenImages | undefined;
}

/** Of events, venues and organizers, with what their dates are read by. */
export interface RecordScope extends ImageScope, ReadContext {}
