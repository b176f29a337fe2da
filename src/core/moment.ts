/** A version of the calendar, and the second until which nothing changes for readers without a write. */
export interface Moment {
  version: number;
  until: number;
}
