// Records as read from API responses, with the source's ids.

import type { ReadContext } from '../../http/params/field.ts';
import type { RawRecord } from './values.ts';

/** What reading the records of a page depends on. */
export interface PageContext extends ReadContext {
  /** Site of records that name none themselves; '' is unknown. */
  site: string;
  /** Id of the stored image of an address; absent if images are not imported. */
  imageIdOf?: (address: string) => number | undefined;
  /** Members of a record that its list lacks. */
  detailsOf?: (kind: 'event' | 'venue', id: number) => RawRecord | undefined;
  /** Why a published event must not be public here, such as a password at the source. */
  privacyReason?: (eventId: number) => string | undefined;
}

/** Notes something about the record being read. */
export type Note = (what: string, detail?: string) => void;

/** The record cannot be imported; the message is the reason. */
export class Unusable extends Error {
  readonly detail: string | undefined;
  constructor(reason: string, detail?: string) {
    super(reason);
    this.detail = detail;
  }
}
