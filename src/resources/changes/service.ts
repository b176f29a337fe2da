import { ApiError } from '../../core/api-error.ts';
import { isAhead, laterOf } from '../../core/clock-skew.ts';
import type { ChangeKind } from '../../core/kinds.ts';
import { type Caller, mayCreate, mayEditOthers, mayRead } from '../../core/roles.ts';
import { findOrCreateMeta } from '../../store/meta.ts';
import type { Reader, Store } from '../../store/store.ts';
import { oldestPosition, tokenDays } from '../records/changes/change-log.ts';
import type { Scope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { newSalt } from '../users/secrets.ts';
import { type Batch, findChanged, findDue, type LogQuery, newestChange } from './repository.ts';
import { createTokens, type Tokens } from './token.ts';
import type { Audience, Candidate, Change, LoggedChange, LogPosition, Place, Progress, Series } from './types.ts';

export const changeTokens = async (store: Store): Promise<Tokens> =>
  createTokens(await findOrCreateMeta(store, 'changes_token_secret', newSalt));

export interface ChangesQuery {
  /** Opened from the token that was sent. */
  from: Place | undefined;
  kinds: readonly ChangeKind[];
  perPage: number;
}

/** Changes visible to the caller since a place. Without a place there are no changes, and `next` is the current position. */
export async function listChanges(db: Reader, query: ChangesQuery, scope: Pick<Scope, 'caller' | 'now'>) {
  const oldest = await oldestPosition(db);
  const present: LogPosition = { seq: Math.max((await newestChange(db))?.seq ?? 0, oldest), at: scope.now };
  if (!query.from) return { changes: [], next: { since: present }, hasMore: false };
  assertNotExpired(query.from, present, oldest);
  const series = 'until' in query.from ? query.from : begin(query.from.since, present);
  const reader = readSeries(db, series, {
    kinds: query.kinds,
    audience: audienceOf(scope.caller),
    limit: query.perPage + 1,
  });
  const changes: Change[] = [];
  for (let next = await reader.next(); next; next = await reader.next()) {
    const change = changeFor(next, series, scope);
    if (change && changes.length === query.perPage) break;
    next.advance();
    if (change) changes.push(change);
  }
  const hasMore = !reader.isOver();
  const { seq, at } = series.until;
  const next = hasMore
    ? { ...series, progress: reader.progress() }
    : { since: { seq, at: isAhead(at, scope.now) ? scope.now : at } };
  return { changes: changes.sort((a, b) => a.at - b.at), next, hasMore };
}

/** Never ends before `since`: a server with a faster clock has already reported publications up to then. */
const begin = (since: LogPosition, present: LogPosition): Series => ({
  since,
  until: { seq: present.seq, at: laterOf(since.at, present.at) },
  progress: { logged: since.seq, due: { at: since.at, seq: Number.MAX_SAFE_INTEGER } },
});

/**
 * A token's age is that of the last position it covers. A position in the future means that the calendar has been restored from
 * a backup. A position that has been pruned is too old, even if its time says otherwise because the clock was wrong.
 */
function assertNotExpired(place: Place, present: LogPosition, pruned: number): void {
  const covered = 'until' in place ? place.until : place.since;
  const isOld = covered.at < present.at - tokenDays * 86_400 || place.since.seq < pruned;
  if (isOld || covered.seq > present.seq) throw new ApiError('changes-token-expired');
}

function audienceOf(caller: Caller): Audience {
  if (mayEditOthers(caller)) return { who: 'editors' };
  return mayCreate(caller) ? { who: 'author', userId: caller.userId } : { who: 'anyone' };
}

/** Compares what the caller saw when the series began with what the caller sees now. */
function changeFor(
  { candidate, at, isDue }: Reached,
  { since, until }: Series,
  { caller, now }: Pick<Scope, 'caller' | 'now'>,
): Change | undefined {
  const { change, before, after, newest } = candidate;
  if (!isDue && isScheduledWithin(after, since, until)) return undefined;
  const wasVisible = before !== undefined && isVisible(before, caller, since.at);
  const isVisibleNow = isVisible(after, caller, until.at) && isVisible(newest, caller, laterOf(until.at, now));
  if (!wasVisible && !isVisibleNow) return undefined;
  const externalId = (isVisibleNow ? newest : before)?.external_id ?? null;
  return {
    kind: change.kind,
    id: change.record_id,
    externalId,
    change: isVisibleNow ? (wasVisible ? 'updated' : 'created') : 'removed',
    at,
  };
}

/** Such a record is reported when its publication is due. */
const isScheduledWithin = (change: LoggedChange, since: LogPosition, until: LogPosition): boolean =>
  change.status === 'publish' && change.published_at > Math.max(change.at, since.at) && change.published_at <= until.at;

/** Records in the trash are hidden from everyone. A change may be newer than the request that reports it. */
function isVisible({ status, ...change }: LoggedChange, caller: Caller, at: number): boolean {
  if (status === null || status === 'trash') return false;
  return mayRead(caller, ownedOf({ ...change, status, trashed_from: null }, Math.max(at, change.at)));
}

/** Limit per request. A page that is not full by then is returned as it is, and the next request continues. */
const maxBatches = 10;

interface Reached {
  candidate: Candidate;
  at: number;
  isDue: boolean;
  /** Moves past it. */
  advance(): void;
}

function readSeries(
  db: Reader,
  { since, until, progress }: Series,
  options: Pick<LogQuery, 'kinds' | 'audience' | 'limit'>,
) {
  const query = { since, until, ...options };
  const budget = { batches: maxBatches };
  const logged = createStream(progress.logged, (from) => findChanged(db, query, from), budget);
  const due = createStream(progress.due, (from) => findDue(db, query, from), budget);
  return {
    /** The next candidate; undefined at the end of the series or of the request's budget. */
    async next(): Promise<Reached | undefined> {
      const written = await logged.peek();
      const published = await due.peek();
      // The earlier one is only known once both streams have a candidate or have ended.
      if ((!written && !logged.isOver()) || (!published && !due.isOver())) return undefined;
      if (published && (!written || published.change.published_at < written.change.at))
        return { candidate: published, at: published.change.published_at, isDue: true, advance: due.advance };
      return written && { candidate: written, at: written.change.at, isDue: false, advance: logged.advance };
    },
    progress: (): Progress => ({ logged: logged.position(), due: due.position() }),
    isOver: (): boolean => logged.isOver() && due.isOver(),
  };
}

function createStream<P>(start: P, load: (from: P) => Promise<Batch<P>>, budget: { batches: number }) {
  let waiting: Batch<P>['found'] = [];
  let position = start;
  let scannedTo = start;
  let isLast = false;
  return {
    async peek(): Promise<Candidate | undefined> {
      while (waiting.length === 0 && !isLast && budget.batches > 0) {
        budget.batches -= 1;
        position = scannedTo;
        ({ found: waiting, scannedTo, isLast } = await load(scannedTo));
      }
      return waiting[0]?.candidate;
    },
    advance(): void {
      position = waiting.shift()?.position ?? position;
    },
    position: () => (waiting.length === 0 ? scannedTo : position),
    isOver: () => waiting.length === 0 && isLast,
  };
}
