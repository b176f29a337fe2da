import { type Expression, type SqlBool, sql } from 'kysely';
import { chunksOf } from '../resources/records/rows/rows.ts';
import type { Delivery, Webhook } from '../resources/webhooks/repository.ts';
import { pingType } from '../resources/webhooks/types.ts';
import type { Reader, Writer } from '../store/store.ts';
import { comesDue, type LoggedRow } from './outbox.ts';

export const activeWebhooks = (db: Reader): Promise<Webhook[]> =>
  db.selectFrom('webhooks').selectAll().where('status', '=', 'active').orderBy('id').execute();

const neighbour = (alias: string, edge: 'max' | 'min', beyond: '<' | '>') =>
  sql<number | null>`(select ${sql.raw(edge)}(y.seq) from changes y where y.kind = x.kind and y.record_id = x.record_id
    and y.seq ${sql.raw(beyond)} x.seq)`.as(alias);

/** Rows of the log with the adjacent rows of the same record. */
async function loggedRows(
  db: Reader,
  where: Expression<SqlBool>,
  { orderBy, limit }: { orderBy: readonly ('x.published_at' | 'x.seq')[]; limit?: number },
): Promise<LoggedRow[]> {
  let query = db
    .selectFrom('changes as x')
    .select(['x.seq', 'x.kind', 'x.record_id', 'x.at', 'x.status', 'x.published_at', 'x.external_id'])
    .select([neighbour('former_seq', 'max', '<'), neighbour('next_seq', 'min', '>')])
    .where(where);
  for (const column of orderBy) query = query.orderBy(column);
  const rows = await (limit === undefined ? query : query.limit(limit)).execute();
  const neighbours = await rowsBySeq(
    db,
    rows.flatMap(({ former_seq, next_seq }) => [former_seq ?? 0, next_seq ?? 0]),
  );
  return rows.map(({ former_seq, next_seq, ...row }) => ({
    ...row,
    previous: neighbours.get(former_seq ?? 0),
    nextAt: neighbours.get(next_seq ?? 0)?.at,
  }));
}

async function rowsBySeq(db: Reader, seqs: readonly number[]) {
  const found = new Map<number, Omit<LoggedRow, 'previous' | 'nextAt'>>();
  for (const some of chunksOf(seqs)) {
    const rows = await db
      .selectFrom('changes')
      .select(['seq', 'kind', 'record_id', 'at', 'status', 'published_at', 'external_id'])
      .where('seq', 'in', some)
      .execute();
    for (const row of rows) found.set(row.seq, row);
  }
  return found;
}

/** The next rows of the log. */
export const loggedAfter = (db: Reader, seq: number, limit: number): Promise<LoggedRow[]> =>
  loggedRows(db, sql<SqlBool>`x.seq > ${seq}`, { orderBy: ['x.seq'], limit });

// Literals, because they have to match the condition of the partial index.
const scheduled = sql<SqlBool>`x.status = 'publish' and x.published_at > x.at`;

/** Scheduled records up to `seq` that became due between two times and were not changed before. */
export async function dueBetween(db: Reader, from: number, to: number, seq: number): Promise<LoggedRow[]> {
  const rows = await loggedRows(
    db,
    sql<SqlBool>`${scheduled} and x.published_at > ${from} and x.published_at <= ${to} and x.seq <= ${seq}`,
    { orderBy: ['x.published_at', 'x.seq'] },
  );
  return rows.filter(comesDue);
}

/** When the next scheduled record becomes due. */
export async function nextPublication(db: Reader, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ published_at: number }>`select x.published_at from changes x
    where ${scheduled} and x.published_at > ${after} order by x.published_at limit 1`.execute(db);
  return rows[0]?.published_at;
}

/** Which of these events exist and are in none of the categories. */
export async function eventsOutside(
  db: Reader,
  ids: readonly number[],
  categories: readonly number[],
): Promise<Set<number>> {
  const outside = new Set<number>();
  for (const some of chunksOf(ids)) {
    const inside = sql<SqlBool>`exists (select 1 from event_terms t
      where t.event_id = e.id and t.term_id in (${categories.length > 0 ? sql.join(categories) : sql`0`}))`;
    const rows = await db
      .selectFrom('events as e')
      .select('e.id')
      .where('e.id', 'in', some)
      .where((eb) => eb.not(inside))
      .execute();
    for (const { id } of rows) outside.add(id);
  }
  return outside;
}

/** Pending deliveries without an earlier pending message about the same record; test messages wait for none. */
const unblocked = (db: Reader, webhookId: number) =>
  db
    .selectFrom('webhook_deliveries as d')
    .where('d.webhook_id', '=', webhookId)
    .where('d.status', '=', sql.lit('pending'))
    .where(sql<SqlBool>`not exists (select 1 from webhook_deliveries e where e.webhook_id = d.webhook_id
      and e.kind = d.kind and e.record_id = d.record_id and e.status = 'pending' and e.id < d.id
      and e.type <> ${pingType})`);

/** Time of the webhook's next delivery attempt. */
export const nextAttempt = async (db: Reader, webhookId: number): Promise<number | undefined> =>
  (await unblocked(db, webhookId).select('d.next_at').orderBy('d.next_at').limit(1).executeTakeFirst())?.next_at;

/** Claims due deliveries, each for one attempt that ends before `until`. */
export async function claimDue(
  db: Writer,
  webhookId: number,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<Delivery[]> {
  const due = await unblocked(db, webhookId)
    .select('d.id')
    .where('d.next_at', '<=', now)
    .orderBy('d.next_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  return db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returningAll()
    .execute();
}

/** Makes pending deliveries due this many seconds earlier. */
export const advanceAttempts = async (db: Writer, webhookId: number, seconds: number): Promise<void> =>
  void (await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({ next_at: eb('next_at', '-', seconds) }))
    .where((eb) => eb.and({ webhook_id: webhookId, status: 'pending' }))
    .execute());

export type Settled = Pick<Delivery, 'status' | 'next_at'> &
  Partial<Pick<Delivery, 'attempts' | 'attempted_at' | 'response_status' | 'response'>>;

/** Only if the attempt is still the latest: another process may have taken over after a long pause. */
export const updateAttempt = async (
  db: Writer,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  values: Settled,
): Promise<void> =>
  void (await db
    .updateTable('webhook_deliveries')
    .set(values)
    .where((eb) => eb.and({ id, attempts, status: 'pending' }))
    .execute());

const rowsPerPruning = 1000;
const ended = ['delivered', 'failed'] as const;
/** UTC seconds; deliveries that were created earlier are deleted. */
type OldestKept = Readonly<Record<(typeof ended)[number], number>>;

const oldDeliveries = (db: Reader, status: keyof OldestKept, { [status]: oldest }: OldestKept) =>
  db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '<>', sql.lit('pending'))
    .where('status', '=', status)
    .where('created_at', '<', oldest);

export async function hasOldDeliveries(db: Reader, oldest: OldestKept): Promise<boolean> {
  for (const status of ended) if (await oldDeliveries(db, status, oldest).limit(1).executeTakeFirst()) return true;
  return false;
}

/** Deletes some deliveries that ended long ago. */
export async function pruneDeliveries(db: Writer, oldest: OldestKept): Promise<void> {
  for (const status of ended) {
    const old = oldDeliveries(db, status, oldest).limit(rowsPerPruning);
    await db.deleteFrom('webhook_deliveries').where('id', 'in', old).execute();
  }
}
