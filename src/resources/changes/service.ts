import { ApiError } from '../../core/api-error.ts';
import { isAhead, laterOf } from '../../core/clock-skew.ts';
import type { ChangeKind } from '../../core/kinds.ts';
import { type Caller, mayCreate, mayEditOthers, mayRead } from '../../core/roles.ts';
import { findOrMakeMeta } from '../../store/meta.ts';
import type { Reader, Store } from '../../store/store.ts';
import { oldestPosition, tokenDays } from '../records/changes/pruning.ts';
import { ownedOf } from '../records/status.ts';
import { newSalt } from '../users/secrets.ts';
import { newestChange } from './repository.ts';
import { readSeries } from './series.ts';
import { createTokens, type Tokens } from './token.ts';
import type { Audience, Candidate, Change, LoggedChange, LogPosition, Place, Series } from './types.ts';

/** The tokens of this calendar. */
export const changeTokens = async (store: Store): Promise<Tokens> =>
  createTokens(await findOrMakeMeta(store, 'changes_token_secret', newSalt));

export interface ChangesQuery {
  /** Where the token that was sent leads to. */
  from: Place | undefined;
  kinds: readonly ChangeKind[];
  perPage: number;
}

export interface ChangesPage {
  changes: Change[];
  next: Place;
  hasMore: boolean;
}

interface Scope {
  caller: Caller;
  now: number;
}

/** What has changed for the caller since a place; without one nothing, and the place that is now. */
export async function listChanges(db: Reader, query: ChangesQuery, scope: Scope): Promise<ChangesPage> {
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
    const change = judge(next, series, scope);
    if (change && changes.length === query.perPage) break;
    reader.pass();
    if (change) changes.push(change);
  }
  const hasMore = !reader.isOver();
  const { seq, at } = series.until;
  const next = hasMore
    ? { ...series, progress: reader.progress() }
    : { since: { seq, at: isAhead(at, scope.now) ? scope.now : at } };
  return { changes: changes.sort((a, b) => a.at - b.at), next, hasMore };
}

/** A scheduled publication that a machine with a faster clock has already reported is not reported again. */
const begin = (since: LogPosition, present: LogPosition): Series => ({
  since,
  until: { seq: present.seq, at: laterOf(since.at, present.at) },
  progress: { logged: since.seq, due: { at: since.at, seq: Number.MAX_SAFE_INTEGER } },
});

/**
 * A token is as old as the position up to which it has told. One from after the present is of a calendar since set back. One
 * from before what is forgotten is older than that, unless the clock was wrong for a while.
 */
function assertNotExpired(place: Place, present: LogPosition, forgotten: number): void {
  const told = 'until' in place ? place.until : place.since;
  const isOld = told.at < present.at - tokenDays * 86_400 || place.since.seq < forgotten;
  if (isOld || told.seq > present.seq) throw new ApiError('changes-token-expired');
}

function audienceOf(caller: Caller): Audience {
  if (mayEditOthers(caller)) return { who: 'editors' };
  return mayCreate(caller) ? { who: 'author', userId: caller.userId } : { who: 'anyone' };
}

/** What to tell of a record: what it was to this caller when the series began, and what it is now. */
function judge(
  { candidate, at, isDue }: { candidate: Candidate; at: number; isDue: boolean },
  { since, until }: Series,
  { caller, now }: Scope,
): Change | undefined {
  const { change, before, after, newest } = candidate;
  if (!isDue && isScheduledWithin(after, since, until)) return undefined;
  const wasThere = before !== undefined && isShown(before, caller, since.at);
  const isThere = isShown(after, caller, until.at) && isShown(newest, caller, laterOf(until.at, now));
  if (!wasThere && !isThere) return undefined;
  const externalId = (isThere ? newest : before)?.external_id ?? null;
  return {
    kind: change.kind,
    id: change.record_id,
    externalId,
    change: isThere ? (wasThere ? 'updated' : 'created') : 'removed',
    at,
  };
}

/** Then it is reported as a publication that came due. */
const isScheduledWithin = (change: LoggedChange, since: LogPosition, until: LogPosition): boolean =>
  change.status === 'publish' && change.published_at > Math.max(change.at, since.at) && change.published_at <= until.at;

/** What is in the trash is away for anyone. A change may be younger than the request that tells of it. */
function isShown({ status, ...change }: LoggedChange, caller: Caller, at: number): boolean {
  if (status === null || status === 'trash') return false;
  return mayRead(caller, ownedOf({ ...change, status, trashed_from: null }, Math.max(at, change.at)));
}
