import { type Expression, type SqlBool, sql } from 'kysely';
import type { ChangeKind } from '../../core/kinds.ts';
import { unindexedText } from '../../store/hints.ts';
import type { Reader } from '../../store/store.ts';
import type { Audience, Candidate, LoggedChange, LogPosition, Progress } from './types.ts';

export interface LogQuery {
  since: LogPosition;
  until: LogPosition;
  kinds: readonly ChangeKind[];
  audience: Audience;
  limit: number;
}

/** One batch of a scan; the next batch continues at `scannedTo`. */
export interface Batch<P> {
  found: { candidate: Candidate; position: P }[];
  scannedTo: P;
  isLast: boolean;
}

type Condition = Expression<SqlBool>;

/** Limit of rows scanned per query, however few of them match. */
const scannedRows = 2000;

export const newestChange = (db: Reader): Promise<LogPosition | undefined> =>
  db.selectFrom('changes').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Changed records in log order, each at its newest change that is relevant to the audience. */
export async function findChanged(db: Reader, query: LogQuery, from: number): Promise<Batch<Progress['logged']>> {
  const { since, until, audience } = query;
  const rows = db
    .selectFrom('changes as x')
    .where('x.seq', '>', from)
    .where(audience.who === 'anyone' ? relevantTo('x', audience, since) : sql<SqlBool>`1 = 1`)
    .orderBy('x.seq');
  const beyond = await rows
    .select('x.seq')
    .where('x.seq', '<=', until.seq)
    .limit(1)
    .offset(scannedRows - 1)
    .executeTakeFirst();
  const end = beyond?.seq ?? until.seq;
  const found = await rows
    .select(states(query))
    .where('x.seq', '<=', end)
    .where(ofKinds(query))
    .where(relevantTo('x', audience, since))
    .where(isNewest(query, relevantTo('y', audience, since)))
    .limit(query.limit)
    .execute();
  return batchOf(await candidatesOf(db, found), query, {
    end,
    isLast: !beyond,
    positionOf: ({ change }) => change.seq,
  });
}

/** Scheduled records that have been published since, ordered by publication. */
export async function findDue(db: Reader, query: LogQuery, from: Progress['due']): Promise<Batch<Progress['due']>> {
  const { until } = query;
  const rows = db
    .selectFrom('changes as x')
    // A literal, because it has to match the condition of the partial index.
    .where('x.status', '=', sql.lit('publish'))
    .where(sql<SqlBool>`x.published_at > x.at and (x.published_at, x.seq) > (${from.at}, ${from.seq})`)
    .orderBy('x.published_at')
    .orderBy('x.seq');
  const beyond = await rows
    .select(['x.published_at', 'x.seq'])
    .where('x.published_at', '<=', until.at)
    .limit(1)
    .offset(scannedRows - 1)
    .executeTakeFirst();
  const end = beyond ? { at: beyond.published_at, seq: beyond.seq } : until;
  const found = await rows
    .select(states(query))
    .where(sql<SqlBool>`(x.published_at, x.seq) <= (${end.at}, ${end.seq})`)
    .where('x.seq', '<=', until.seq)
    .where(ofKinds(query))
    .where(isNewest(query, sql<SqlBool>`1 = 1`))
    .limit(query.limit)
    .execute();
  const positionOf = ({ change }: Candidate) => ({ at: change.published_at, seq: change.seq });
  return batchOf(await candidatesOf(db, found), query, { end, isLast: !beyond, positionOf });
}

interface Scanned<P> {
  /** Where the scanned rows end. */
  end: P;
  /** No further rows are left to scan. */
  isLast: boolean;
  positionOf(candidate: Candidate): P;
}

/** If the limit cuts the candidates off, the next batch continues after the last of them. */
function batchOf<P>(
  candidates: readonly Candidate[],
  { limit }: LogQuery,
  { end, isLast, positionOf }: Scanned<P>,
): Batch<P> {
  const found = candidates.map((candidate) => ({ candidate, position: positionOf(candidate) }));
  const last = found.length === limit ? found.at(-1) : undefined;
  return { found, scannedTo: last ? last.position : end, isLast: isLast && !last };
}

/** Narrows the log to an audience. May include irrelevant changes but never excludes relevant ones. */
function relevantTo(alias: string, audience: Audience, since: LogPosition): Condition {
  if (audience.who === 'editors') return sql<SqlBool>`1 = 1`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const isOpen = sql<SqlBool>`(${column('open_at')} is not null
    and (${column('open_at')} <= ${column('at')} or ${column('open_at')} <= ${since.at}))`;
  if (audience.who === 'anyone') return isOpen;
  const isOwn = sql`${column('author_id')} = ${audience.userId} or ${column('former_author_id')} = ${audience.userId}`;
  return sql<SqlBool>`(${isOpen} or ${isOwn})`;
}

/** Not indexed: the log is scanned in order, while the index by kind would read all changes of the kind. */
const kindOfChange = unindexedText(sql`x.kind`);

const ofKinds = ({ kinds }: LogQuery): Condition => sql<SqlBool>`${kindOfChange} in (${sql.join(kinds)})`;

const isNewest = ({ until }: LogQuery, concerns: Condition): Condition =>
  sql<SqlBool>`not exists (select 1 from changes y where y.kind = x.kind and y.record_id = x.record_id
    and y.seq > x.seq and y.seq <= ${until.seq} and ${concerns})`;

interface States {
  change: number;
  before: number | null;
  after: number;
  newest: number;
}

function states({ since, until }: LogQuery) {
  const newest = (condition: Condition) =>
    sql<number>`(select max(z.seq) from changes z where z.kind = x.kind and z.record_id = x.record_id and ${condition})`;
  return [
    sql<number>`x.seq`.as('change'),
    newest(sql`z.seq <= ${since.seq}`).as('before'),
    newest(sql`z.seq <= ${until.seq}`).as('after'),
    newest(sql`1 = 1`).as('newest'),
  ] as const;
}

async function candidatesOf(db: Reader, found: readonly States[]): Promise<Candidate[]> {
  const numbers = [
    ...new Set(found.flatMap(({ change, before, after, newest }) => [change, before ?? 0, after, newest])),
  ];
  if (numbers.length === 0) return [];
  const rows = await db.selectFrom('changes').selectAll().where('seq', 'in', numbers).execute();
  const bySeq = new Map((rows as LoggedChange[]).map((row) => [row.seq, row]));
  const at = (seq: number) => bySeq.get(seq) as LoggedChange;
  return found.map(({ change, before, after, newest }) => ({
    change: at(change),
    before: before === null ? undefined : at(before),
    after: at(after),
    newest: at(newest),
  }));
}
