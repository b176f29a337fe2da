import type { ChangeKind } from '../../core/kinds.ts';
import type { ChangesTable } from '../../store/schema.ts';

export const changeKinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const satisfies readonly ChangeKind[];

/** How far the log goes, and until which second: scheduled records come due without a change. */
export interface LogPosition {
  seq: number;
  /** UTC seconds. */
  at: number;
}

/** Where to go on within a series of pages. */
export interface Progress {
  /** The change of the log that was looked at last. */
  logged: number;
  /** The scheduled publication that was told last. */
  due: LogPosition;
}

/**
 * What has become of the calendar from one position to another. All pages of a series tell of the same two,
 * so that whatever is written meanwhile is neither lost nor told twice: it belongs to the next series.
 */
export interface Series {
  since: LogPosition;
  until: LogPosition;
  progress: Progress;
}

/** What a token stands for: a position to tell from, or a series that was begun. */
export type Place = { since: LogPosition } | Series;

/** A row of the log. */
export type LoggedChange = Omit<ChangesTable, 'seq' | 'kind'> & { seq: number; kind: ChangeKind };

/** A record that may have changed for the caller, with what the log says of it at three positions. */
export interface Candidate {
  /** The change that is told of. */
  change: LoggedChange;
  /** When the caller's series began; undefined where the record did not exist. */
  before: LoggedChange | undefined;
  /** When it ends. */
  after: LoggedChange;
  /** Now. */
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

/** Whose changes to look for: all, those that ever concern anyone, and with these a user's own. */
export type Audience = { who: 'editors' } | { who: 'anyone' } | { who: 'author'; userId: number };
