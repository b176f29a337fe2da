// Reads a series of pages: what was written and what came due, merged in the order of time.
import type { ChangeKind } from '../../core/kinds.ts';
import type { Reader } from '../../store/store.ts';
import { findChanged, findDue, type Piece } from './repository.ts';
import type { Audience, Candidate, Progress, Series } from './types.ts';

/** Pieces that one request reads at most; a page that is not full by then goes on with the next request. */
const mostPieces = 10;

export interface SeriesReader {
  /** The next record that may have changed; undefined at the end, or where this request has to end. */
  next(): Promise<{ candidate: Candidate; at: number; isDue: boolean } | undefined>;
  /** Marks that record as dealt with. */
  pass(): void;
  progress(): Progress;
  /** The series has no more records at all. */
  isOver(): boolean;
}

interface Options {
  kinds: readonly ChangeKind[];
  audience: Audience;
  /** Records to look for at once. */
  limit: number;
}

export function readSeries(db: Reader, { since, until, progress }: Series, options: Options): SeriesReader {
  const query = { since, until, ...options };
  const budget = { pieces: mostPieces };
  const logged = createStream(progress.logged, (from) => findChanged(db, query, from), budget);
  const due = createStream(progress.due, (from) => findDue(db, query, from), budget);
  let earlier: { pass(): void } | undefined;
  return {
    async next() {
      earlier = undefined;
      const written = await logged.peek();
      const published = await due.peek();
      // Until both are known, neither can be told to be the earlier one.
      if ((!written && !logged.isOver()) || (!published && !due.isOver())) return undefined;
      if (published && (!written || published.change.published_at < written.change.at)) {
        earlier = due;
        return { candidate: published, at: published.change.published_at, isDue: true };
      }
      if (!written) return undefined;
      earlier = logged;
      return { candidate: written, at: written.change.at, isDue: false };
    },
    pass: () => earlier?.pass(),
    progress: () => ({ logged: logged.position(), due: due.position() }),
    isOver: () => logged.isOver() && due.isOver(),
  };
}

function createStream<P>(start: P, load: (from: P) => Promise<Piece<P>>, budget: { pieces: number }) {
  let waiting: Piece<P>['found'] = [];
  let position = start;
  let scannedTo = start;
  let isLast = false;
  return {
    async peek(): Promise<Candidate | undefined> {
      while (waiting.length === 0 && !isLast && budget.pieces > 0) {
        budget.pieces -= 1;
        const piece = await load(scannedTo);
        ({ scannedTo, isLast } = piece);
        waiting = piece.found;
        if (waiting.length === 0) position = scannedTo;
      }
      return waiting[0]?.candidate;
    },
    pass(): void {
      position = waiting.shift()?.position ?? position;
      if (waiting.length === 0) position = scannedTo;
    },
    position: () => position,
    isOver: () => waiting.length === 0 && isLast,
  };
}
