import type { Selectable, Updateable } from 'kysely';
import type { Reader, Writer } from '../../store/store.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../store/webhook-tables.ts';
import { rowInserter } from '../records/rows/rows.ts';

export type Webhook = Selectable<WebhooksTable>;
export type Delivery = Selectable<WebhookDeliveriesTable>;

export const listWebhooks = (db: Reader): Promise<Webhook[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('id').execute();

/** Returns the webhook as changed. */
export const changeWebhook = (db: Writer, id: number, values: Updateable<WebhooksTable>): Promise<Webhook> =>
  db.updateTable('webhooks').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const newestSeq = async (db: Reader): Promise<number> =>
  (await db.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;

/** By webhook; webhooks without deliveries are missing. */
export async function countDeliveries(
  db: Reader,
  status: Delivery['status'],
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['webhook_id', eb.fn.countAll<number>().as('n')])
    .where('status', '=', status)
    .where('webhook_id', 'in', ids)
    .groupBy('webhook_id')
    .execute();
  return new Map(rows.map(({ webhook_id, n }) => [webhook_id, Number(n)]));
}

export type NewDelivery = Pick<Delivery, 'webhook_id' | 'message_id' | 'type' | 'kind' | 'record_id' | 'body'>;

const insertRows = rowInserter('webhook_deliveries');

export async function insertDeliveries(db: Writer, deliveries: readonly NewDelivery[], now: number): Promise<void> {
  const pending = { status: 'pending', attempts: 0, next_at: now, created_at: now } as const;
  const unanswered = { attempted_at: null, response_status: null, response: '' };
  await insertRows(
    db,
    deliveries.map((each) => ({ ...each, ...pending, ...unanswered })),
  );
}

/** Newest first. */
export async function listDeliveryRows(
  db: Reader,
  webhookId: number,
  { status, before, limit }: { status?: Delivery['status'] | undefined; before?: number | undefined; limit: number },
): Promise<Delivery[]> {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Makes these deliveries due, or all that were attempted in vain. Returns their number. */
export async function replayDeliveries(
  db: Writer,
  webhookId: number,
  ids: readonly number[] | undefined,
  now: number,
): Promise<number> {
  let query = db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0, next_at: now })
    .where('webhook_id', '=', webhookId);
  query =
    ids === undefined
      ? query.where('status', 'in', ['pending', 'failed']).where('attempted_at', 'is not', null)
      : query.where('id', 'in', ids);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
