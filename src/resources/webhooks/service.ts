import { randomBytes, randomUUID } from 'node:crypto';
import { ApiError, invalidParam } from '../../core/api-error.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { program } from '../../core/roles.ts';
import { FetchFailed, findTarget } from '../../fetch/fetch-target.ts';
import type { Values } from '../../http/params/field.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { pairs, recordAudit, type State } from '../records/audit/audit-log.ts';
import type { WriteOrigin } from '../records/scope.ts';
import { taxonomiesOf } from '../terms/repository.ts';
import {
  changeWebhook,
  type Delivery,
  insertDeliveries,
  listDeliveryRows,
  listWebhooks,
  newestSeq,
  replayDeliveries,
  type Webhook,
} from './repository.ts';
import type { updateFields } from './schemas.ts';
import { messageBody, pingType, rotationSeconds, type WebhookTargets, webhookLimits } from './types.ts';

export type WebhookChange = Values<typeof updateFields>;

export async function getWebhook(db: Reader, id: number): Promise<Webhook> {
  const found = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new ApiError('rest-webhook-not-found');
  return found;
}

/** Rejects a URL that no message may be sent to. A host name that does not resolve yet is accepted. */
export async function assertTarget(url: string | undefined, { allow, resolve }: WebhookTargets): Promise<void> {
  if (url === undefined) return;
  try {
    await findTarget(new URL(url), allow, resolve);
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    if (error.reason === 'refused') throw invalidParam('url', 'webhook_url_refused');
  }
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The webhook receives changes from now on. */
export async function createWebhook(
  db: Writer,
  change: WebhookChange & { url: string },
  by: WriteOrigin,
): Promise<Webhook> {
  const { now } = by;
  const { webhooks: max } = webhookLimits;
  if ((await listWebhooks(db)).length >= max) throw new ApiError('rest-too-many-webhooks', { args: { max } });
  const added = db.insertInto('webhooks').values({
    description: '',
    types: JSON.stringify(['*']),
    categories: JSON.stringify([]),
    status: 'active',
    ...(await columnsOf(db, change)),
    url: change.url,
    secret: newSecret(),
    former_secret: null,
    former_secret_until: 0,
    created_at: now,
    modified_at: now,
    through_seq: await newestSeq(db),
    through_at: now,
  });
  const webhook = await added.returningAll().executeTakeFirstOrThrow();
  const { id } = webhook;
  await recordAudit(db, by, [{ kind: 'webhook', id, action: 'created', changes: pairs({}, stateOf(webhook)) }]);
  return webhook;
}

export async function updateWebhook(db: Writer, id: number, change: WebhookChange, by: WriteOrigin): Promise<Webhook> {
  const before = await getWebhook(db, id);
  const columns = await columnsOf(db, change);
  // As for records, an empty write changes nothing, not even `modified_at`.
  if (Object.keys(columns).length === 0) return before;
  const webhook = await changeWebhook(db, id, { ...columns, modified_at: by.now });
  const changes = pairs(stateOf(before), stateOf(webhook));
  await recordAudit(db, by, [{ kind: 'webhook', id, action: 'updated', changes }]);
  return webhook;
}

const stateOf = ({ url, description, types, categories, status }: Webhook): State => ({
  url,
  description,
  status,
  types: JSON.parse(types),
  categories: JSON.parse(categories),
});

/** Returns false if the webhook was given another URL or removed while its receiver answered. */
export async function endWebhook(db: Writer, { id, url }: Webhook, now: number): Promise<boolean> {
  const found = db
    .selectFrom('webhooks')
    .select('status')
    .where((eb) => eb.and({ id, url }));
  const webhook = await found.executeTakeFirst();
  if (webhook === undefined) return false;
  // Its other requests were answered alike.
  if (webhook.status === 'gone') return true;
  await changeWebhook(db, id, { status: 'gone' });
  const changes = { status: [webhook.status, 'gone'] } as const;
  await recordAudit(db, { now, caller: program('receiver of the webhook') }, [
    { kind: 'webhook', id, action: 'updated', changes },
  ]);
  return true;
}

async function columnsOf(db: Reader, { url, description, types, categories, status }: WebhookChange) {
  if (categories && categories.length > 0) {
    const taxonomies = await taxonomiesOf(db, categories);
    if (categories.some((id) => taxonomies.get(id) !== 'category'))
      throw invalidParam('categories', 'unknown_category_id');
  }
  return withoutUndefined({
    url,
    description: description === null ? '' : description,
    types: types && JSON.stringify(types),
    categories: categories === undefined ? undefined : JSON.stringify(categories ?? []),
    status,
  });
}

export async function removeWebhook(db: Writer, id: number, by: WriteOrigin): Promise<void> {
  const webhook = await getWebhook(db, id);
  // Deletes its deliveries as well.
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
  await recordAudit(db, by, [{ kind: 'webhook', id, action: 'deleted', changes: pairs(stateOf(webhook), {}) }]);
}

/** The previous secret stays valid for a day, so that receivers can switch. */
export async function rotateSecret(db: Writer, id: number, by: WriteOrigin): Promise<Webhook> {
  const { now } = by;
  const { secret } = await getWebhook(db, id);
  const previous = { former_secret: secret, former_secret_until: now + rotationSeconds };
  const webhook = await changeWebhook(db, id, { secret: newSecret(), ...previous, modified_at: now });
  // As for passwords, only the fact of the change is recorded.
  await recordAudit(db, by, [{ kind: 'webhook', id, action: 'updated', changes: { secret: [true, true] } }]);
  return webhook;
}

export async function pingWebhook(db: Writer, id: number, now: number): Promise<Delivery> {
  await getWebhook(db, id);
  const body = messageBody(pingType, now, { webhook: id });
  const ping = {
    webhook_id: id,
    message_id: newMessageId(),
    type: pingType,
    kind: 'webhook',
    record_id: id,
    body,
  } as const;
  await insertDeliveries(db, [ping], now);
  return (await listDeliveryRows(db, id, { limit: 1 }))[0] as Delivery;
}

/** Random, because receivers remember ids, and a restored database would reuse numbers. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** Returns the number of deliveries to resend. */
export async function replayWebhook(
  db: Writer,
  id: number,
  deliveries: readonly number[] | undefined,
  now: number,
): Promise<number> {
  await getWebhook(db, id);
  if (deliveries) {
    const own = db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id);
    const known = await own.where('id', 'in', deliveries).execute();
    if (known.length < deliveries.length) throw invalidParam('deliveries', 'unknown_delivery');
  }
  return replayDeliveries(db, id, deliveries, now);
}

export async function listDeliveries(
  store: Pick<Store, 'reader'>,
  id: number,
  query: { status?: Delivery['status'] | undefined; before?: number | undefined; perPage: number },
): Promise<{ deliveries: Delivery[]; hasMore: boolean }> {
  await getWebhook(store.reader, id);
  const found = await listDeliveryRows(store.reader, id, { ...query, limit: query.perPage + 1 });
  return { deliveries: found.slice(0, query.perPage), hasMore: found.length > query.perPage };
}
