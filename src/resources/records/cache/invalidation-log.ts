// What writes have touched lately, by whichever process: asked of the calendar once for each of its versions.
import type { Store } from '../../../store/store.ts';
import { type LogName, type Touched, type TouchedRow, touchedSince } from './invalidation-rows.ts';

/** Numbers are compared within one log, which ends where it has a gap, or where another is in its place. */
export interface Reached {
  log: number;
  seq: number;
}

export interface TouchLog {
  /**
   * Brings it up to a version of the database, or looks into the calendar `now`, as news of other machines' writes may be
   * on their way; answers how far that is. What is read afterwards is as new at least.
   */
  read(version: number | 'now'): Promise<Reached>;
  isUntouched(made: { madeOf: readonly LogName[]; since: Reached }): boolean;
  /** The records touched since; `undefined` where that is not known or they are many. */
  touchedSince(since: Reached): readonly LogName[] | undefined;
}

/** More touched records than that are not remembered one by one: then all is made anew. */
const mostTouched = 10_000;
/** So many of the last rows are remembered in their order. */
const mostRecent = 1000;

export function createTouchLog(store: Store): TouchLog {
  let version: number | undefined;
  let log = 0;
  let end: TouchedRow | undefined;
  let reading: Promise<void> = Promise.resolve();
  const touchedAt = new Map<LogName, number>();
  let recent: TouchedRow[] = [];
  /** The last row that `recent` no longer has. */
  let forgotten = 0;
  const take = ({ rows, isWhole, newest }: Touched) => {
    end = newest;
    if (isWhole && touchedAt.size <= mostTouched) {
      for (const { seq, record } of rows) touchedAt.set(record, seq);
      recent.push(...rows);
      forgotten = recent.at(-mostRecent - 1)?.seq ?? forgotten;
      if (recent.length > mostRecent) recent = recent.slice(-mostRecent);
      return;
    }
    touchedAt.clear();
    recent = [];
    forgotten = end?.seq ?? 0;
    // A restored calendar's log may be shorter: nothing made before is known to be right, whatever its number.
    log += 1;
  };
  const readOn = async (wanted: number | 'now') => {
    // Asked first: what is committed while the log is read counts as not yet known.
    const present = store.version();
    if (present === version && wanted !== 'now') return;
    take(await touchedSince(store.reader, end));
    version = present;
  };
  return {
    async read(wanted) {
      if (wanted !== version) {
        reading = reading.catch(() => undefined).then(() => readOn(wanted));
        await reading;
      }
      return { log, seq: end?.seq ?? 0 };
    },
    isUntouched: ({ madeOf, since }) =>
      since.log === log && madeOf.every((record) => (touchedAt.get(record) ?? 0) <= since.seq),
    touchedSince(since) {
      if (since.log !== log || since.seq < forgotten) return undefined;
      const after = recent.findLastIndex(({ seq }) => seq <= since.seq) + 1;
      return [...new Set(recent.slice(after).map(({ record }) => record))];
    },
  };
}
