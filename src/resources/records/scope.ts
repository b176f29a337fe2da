// Request context for use cases: caller, time, language.
import type { Problems } from '../../core/api-error.ts';
import type { RemoteImages } from '../../core/images.ts';
import type { Caller } from '../../core/roles.ts';
import type { ReadContext } from '../../http/params/field.ts';

/** Origin of a write for the audit log. Writes without a caller are not recorded. */
export interface WriteOrigin {
  caller?: Caller | undefined;
  /** UTC seconds. */
  now: number;
  remoteAddress?: string | undefined;
  requestId?: string | undefined;
}

export interface Scope extends WriteOrigin {
  caller: Caller;
  language: string;
}

/** Scope of writes that may refer to images. */
export interface ImageScope extends Scope {
  /** Images given by URL, ingested before the write. */
  images?: RemoteImages | undefined;
  /** The highest id that an import requests; new images get higher ones, and so take none from a record that comes later. */
  highestRequestedId?: number;
}

/** Scope of writes of events, venues and organizers, with the context for parsing dates. */
export interface RecordScope extends ImageScope, ReadContext {}

/** Values of a write with their problems; the service adds problems that only the database reveals. */
export interface Sent<V> {
  values: V;
  problems: Problems;
}

/** Whether the caller may read the event and its related records, given the password that was sent. */
export type IsEventReadable = (
  id: number,
  caller: { caller: Caller; remoteAddress: string; now: number },
  password?: string,
) => Promise<boolean>;
