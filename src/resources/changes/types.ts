import type { ChangeKind } from '../../core/kinds.ts';
import type { ChangesTable } from '../../store/schema.ts';

/** A position in the log and in time: scheduled records are published without an entry in the log. */
export interface LogPosition {
  seq: number;
  /** UTC seconds. */
  at: number;
}

/** Where the next page of a series continues. */
export interface Progress {
  /** The last log entry read. */
  logged: number;
  /** The last scheduled publication read. */
  due: LogPosition;
}

/**
 * The changes between two positions. All pages of a series cover the same range; later changes belong to the next series, so that
 * none is missed or reported twice.
 */
export interface Series {
  since: LogPosition;
  until: LogPosition;
  progress: Progress;
}

/** Content of a token: a position to start from, or the rest of a series. */
export type Place = { since: LogPosition } | Series;

export type LoggedChange = Omit<ChangesTable, 'seq' | 'kind'> & { seq: number; kind: ChangeKind };

/** A record that may have changed for the caller, with its log entries at three positions. */
export interface Candidate {
  change: LoggedChange;
  /** At the start of the series; undefined if the record did not exist. */
  before: LoggedChange | undefined;
  /** At the end of the series. */
  after: LoggedChange;
  /** As of this request. */
  newest: LoggedChange;
}

export interface Change {
  kind: ChangeKind;
  id: number;
  externalId: string | null;
  change: 'created' | 'updated' | 'removed';
  /** UTC seconds. */
  at: number;
}

/** Editors get all changes, anyone those of public records, authors additionally those of their own records. */
export type Audience = { who: 'editors' } | { who: 'anyone' } | { who: 'author'; userId: number };
