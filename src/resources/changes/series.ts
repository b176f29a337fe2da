import type { Reader } from '../../store/store.ts';
import { type Batch, findChanged, findDue, type LogQuery } from './repository.ts';
import type { Candidate, Progress, Series } from './types.ts';

/** Limit per request. A page that is not full by then is returned as it is, and the next request continues. */
const maxBatches = 10;

type Options = Pick<LogQuery, 'kinds' | 'audience' | 'limit'>;

export type SeriesReader = ReturnType<typeof readSeries>;

export function readSeries(db: Reader, { since, until, progress }: Series, options: Options) {
  const query = { since, until, ...options };
  const budget = { batches: maxBatches };
  const logged = createStream(progress.logged, (from) => findChanged(db, query, from), budget);
  const due = createStream(progress.due, (from) => findDue(db, query, from), budget);
  let earlier: { advance(): void } | undefined;
  return {
    /** The next candidate; undefined at the end of the series or of the request's budget. */
    async next(): Promise<{ candidate: Candidate; at: number; isDue: boolean } | undefined> {
      earlier = undefined;
      const written = await logged.peek();
      const published = await due.peek();
      // The earlier one is only known once both streams have a candidate or have ended.
      if ((!written && !logged.isOver()) || (!published && !due.isOver())) return undefined;
      if (published && (!written || published.change.published_at < written.change.at)) {
        earlier = due;
        return { candidate: published, at: published.change.published_at, isDue: true };
      }
      if (!written) return undefined;
      earlier = logged;
      return { candidate: written, at: written.change.at, isDue: false };
    },
    /** Moves past the record that `next` returned. */
    advance: (): void => earlier?.advance(),
    progress: (): Progress => ({ logged: logged.position(), due: due.position() }),
    isOver: (): boolean => logged.isOver() && due.isOver(),
  };
}

function createStream<P>(start: P, load: (from: P) => Promise<Batch<P>>, budget: { batches: number }) {
  let buffered: Batch<P>['found'] = [];
  let position = start;
  let scannedTo = start;
  let isLast = false;
  return {
    async peek(): Promise<Candidate | undefined> {
      while (buffered.length === 0 && !isLast && budget.batches > 0) {
        budget.batches -= 1;
        const batch = await load(scannedTo);
        ({ scannedTo, isLast } = batch);
        buffered = batch.found;
        if (buffered.length === 0) position = scannedTo;
      }
      return buffered[0]?.candidate;
    },
    advance(): void {
      position = buffered.shift()?.position ?? position;
      if (buffered.length === 0) position = scannedTo;
    },
    position: () => position,
    isOver: () => buffered.length === 0 && isLast,
  };
}
