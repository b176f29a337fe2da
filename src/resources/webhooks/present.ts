import { formatUtc } from '../../core/dates/civil.ts';
import type { Reader } from '../../store/store.ts';
import { countDeliveries, type Delivery, type Webhook } from './repository.ts';

/** Without their secrets. */
export async function presentWebhooks(db: Reader, webhooks: readonly Webhook[], now: number) {
  const ids = webhooks.map(({ id }) => id);
  const pending = await countDeliveries(db, 'pending', ids);
  const failed = await countDeliveries(db, 'failed', ids);
  return webhooks.map(({ id, url, description, status, ...webhook }) => ({
    id,
    url,
    description,
    types: JSON.parse(webhook.types),
    categories: JSON.parse(webhook.categories),
    status,
    pending: pending.get(id) ?? 0,
    failed: failed.get(id) ?? 0,
    created_utc: formatUtc(webhook.created_at),
    modified_utc: formatUtc(webhook.modified_at),
    ...(webhook.former_secret_until > now ? { former_secret_until_utc: formatUtc(webhook.former_secret_until) } : {}),
  }));
}

export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  message_id: delivery.message_id,
  type: delivery.type,
  body: delivery.body,
  status: delivery.status,
  attempts: delivery.attempts,
  created_utc: formatUtc(delivery.created_at),
  attempted_utc: delivery.attempted_at === null ? null : formatUtc(delivery.attempted_at),
  next_attempt_utc: delivery.status === 'pending' ? formatUtc(delivery.next_at) : null,
  response_status: delivery.response_status,
  response: delivery.response,
});
