// Webhooks and their deliveries in replies, and their messages in the OpenAPI document.
import { formatUtc } from '../../core/dates/civil.ts';
import { describedAs, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import type { Reader } from '../../store/store.ts';
import {
  booleanSchema,
  externalIdSchema,
  idSchema,
  textSchema,
  timeSchema,
  urlSchema,
} from '../records/reply-schemas.ts';
import { statuses } from '../records/status.ts';
import { countDeliveries, type Delivery, type Webhook } from './repository.ts';
import { actionsOf, kindsSent, messageTypes, pingType, typePatterns } from './types.ts';

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

const members = {
  id: idSchema,
  url: urlSchema('URL that receives the messages'),
  description: textSchema('What the webhook is for'),
  types: listOf({ type: 'string', enum: typePatterns }),
  categories: describedAs(listOf(idSchema), 'Ids of categories; empty for events of all categories'),
  status: {
    type: 'string',
    enum: ['active', 'paused', 'gone'],
    description: '`gone` after the receiver answered 410, which ends the webhook',
  },
  pending: { type: 'integer', minimum: 0, description: 'Number of deliveries waiting for an attempt' },
  failed: {
    type: 'integer',
    minimum: 0,
    description: 'Number of deliveries that failed and are not retried unless replayed',
  },
  created_utc: timeSchema('Time of creation, in UTC'),
  modified_utc: timeSchema('Last modification, in UTC'),
  former_secret_until_utc: timeSchema('Time until which messages are also signed with the previous secret, in UTC'),
} as const;

export const webhookSchema = named('Webhook', strictObject(members, ['former_secret_until_utc']));

export const webhookWithSecretSchema = named(
  'WebhookWithSecret',
  strictObject(
    {
      ...members,
      secret: { type: 'string', pattern: '^whsec_', description: 'Secret that signs the messages; shown only once' },
    },
    ['former_secret_until_utc'],
  ),
);

export const webhooksSchema = named('Webhooks', strictObject({ webhooks: listOf(webhookSchema) }));

export const deletedWebhookSchema = named(
  'WebhookDeleted',
  strictObject({ deleted: { const: true }, previous: webhookSchema }),
);

export const deliverySchema = named(
  'WebhookDelivery',
  strictObject({
    id: idSchema,
    message_id: textSchema('Value of the header `webhook-id` in every attempt'),
    type: { type: 'string', enum: [...messageTypes, pingType] },
    body: textSchema('Body of the message'),
    status: {
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
      description: '`failed` deliveries are not retried unless replayed',
    },
    attempts: { type: 'integer', minimum: 0 },
    created_utc: timeSchema('Time at which the message was queued, in UTC'),
    attempted_utc: { oneOf: [timeSchema('Last attempt, in UTC'), { type: 'null' }] },
    next_attempt_utc: { oneOf: [timeSchema('Next attempt, in UTC'), { type: 'null' }] },
    response_status: { type: ['integer', 'null'], description: 'HTTP status of the last response' },
    response: textSchema('Beginning of the last response, or the reason why there was none'),
  }),
);

export const deliveriesSchema = named(
  'WebhookDeliveries',
  strictObject({
    deliveries: listOf(deliverySchema),
    has_more: booleanSchema('Whether there are older deliveries; request them with `before`'),
  }),
);

export const replayedSchema = named(
  'WebhookReplay',
  strictObject({ replayed: { type: 'integer', minimum: 0, description: 'Number of deliveries that are sent again' } }),
);

const headers = [
  ['webhook-id', 'Id of the message, the same for all attempts'],
  ['webhook-timestamp', 'Time of the attempt, in Unix seconds'],
  ['webhook-signature', 'Signatures as defined by Standard Webhooks 1.0.0, separated by spaces'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const operation = (type: string, summary: string, data: JsonSchema) => ({
  post: {
    operationId: `receive_${type.replace('.', '_')}`,
    tags: ['Webhook'],
    // The receiver verifies signatures instead.
    security: [],
    summary,
    description: `${summary}. Any 2xx status confirms the message, 410 ends the webhook, and anything else is retried.`,
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: strictObject({ type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data }),
        },
      },
    },
    responses: { '2XX': { description: 'Received' }, '410': { description: 'No longer wanted' } },
  },
});

const recordData = (kind: string): JsonSchema =>
  strictObject(
    {
      kind: { const: kind },
      id: idSchema,
      external_id: externalIdSchema,
      status: {
        type: 'string',
        enum: statuses,
        description: 'Status at the time; absent for deleted records, terms and images',
      },
      rest_url: textSchema('API URL of the record; a path if `KALENDS_SITE_URL` is not set'),
    },
    ['external_id', 'status'],
  );

/** The messages, as operations of the OpenAPI document. */
export const messageOperations = (): Readonly<Record<string, object>> =>
  Object.fromEntries([
    [pingType, operation(pingType, 'Test message', strictObject({ webhook: idSchema }))],
    ...kindsSent.flatMap((kind) =>
      actionsOf[kind].map((action) => {
        const type = `${kind}.${action}`;
        const summary = action === 'published' ? `${kind} became public` : `${kind} ${action}`;
        return [type, operation(type, summary[0]?.toUpperCase() + summary.slice(1), recordData(kind))];
      }),
    ),
  ]);
