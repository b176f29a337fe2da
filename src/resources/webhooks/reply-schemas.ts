import { describedAs, listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { addressOf, clockTime, externalIdSchema, flag, idSchema, textOf } from '../records/reply-schemas.ts';
import { statuses } from '../records/status.ts';
import { actionsOf, kindsSent, messageTypes, pingType, typePatterns } from './types.ts';

const members = {
  id: idSchema,
  url: addressOf('Receiver of the messages'),
  description: textOf('What the webhook is for'),
  types: listOf({ type: 'string', enum: typePatterns }),
  categories: describedAs(listOf(idSchema), 'Empty for events of all categories'),
  status: {
    type: 'string',
    enum: ['active', 'paused', 'gone'],
    description: '`gone` once the receiver answered 410; nothing is sent then',
  },
  pending: { type: 'integer', minimum: 0, description: 'Deliveries that wait, for their first attempt or another' },
  failed: { type: 'integer', minimum: 0, description: 'Deliveries that are not attempted again unless replayed' },
  created_utc: clockTime('Time of its creation, in UTC'),
  modified_utc: clockTime('Last change of its settings, in UTC'),
  former_secret_until_utc: clockTime('Until then messages are signed with the former secret too, in UTC'),
} as const;

export const webhookSchema = named('Webhook', strictObject(members, ['former_secret_until_utc']));

export const webhookWithSecretSchema = named(
  'WebhookWithSecret',
  strictObject(
    { ...members, secret: { type: 'string', pattern: '^whsec_', description: 'Signs the messages; shown only now' } },
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
    message_id: textOf('`webhook-id` of every attempt'),
    type: { type: 'string', enum: [...messageTypes, pingType] },
    body: textOf('As it is sent'),
    status: {
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
      description: '`failed` is not attempted again unless replayed',
    },
    attempts: { type: 'integer', minimum: 0 },
    created_utc: clockTime('When the message was queued, in UTC'),
    attempted_utc: { oneOf: [clockTime('Last attempt, in UTC'), { type: 'null' }] },
    next_attempt_utc: { oneOf: [clockTime('Next attempt, in UTC'), { type: 'null' }] },
    response_status: { type: ['integer', 'null'], description: 'HTTP status of the last response' },
    response: textOf('The beginning of the last response, or why there was none'),
  }),
);

export const deliveriesSchema = named(
  'WebhookDeliveries',
  strictObject({ deliveries: listOf(deliverySchema), has_more: flag('There are older ones: use `before`') }),
);

export const replayedSchema = named(
  'WebhookReplay',
  strictObject({ replayed: { type: 'integer', minimum: 0, description: 'Deliveries that are sent again' } }),
);

const headers = [
  ['webhook-id', 'The same for all attempts to send a message'],
  ['webhook-timestamp', 'Time of the attempt, Unix seconds'],
  ['webhook-signature', 'Signatures by Standard Webhooks 1.0.0, separated by spaces'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const operation = (type: string, summary: string, data: JsonSchema) => ({
  post: {
    operationId: `receive_${type.replace('.', '_')}`,
    tags: ['Webhook'],
    // The receiver verifies signatures instead.
    security: [],
    summary,
    description: `${summary}. Any 2xx status confirms the message; 410 ends the webhook; all else is attempted again.`,
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: strictObject({ type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data }),
        },
      },
    },
    responses: { '2XX': { description: 'Received' }, '410': { description: 'Not wanted any more' } },
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
        description: 'When it happened; not of deleted records, terms and images',
      },
      rest_url: textOf('The record in this interface; a path where the calendar has no `KALENDS_SITE_URL`'),
    },
    ['external_id', 'status'],
  );

/** The messages that are sent, for the document. */
export const messageOperations = (): Readonly<Record<string, object>> =>
  Object.fromEntries([
    [pingType, operation(pingType, 'A test', strictObject({ webhook: idSchema }))],
    ...kindsSent.flatMap((kind) =>
      actionsOf[kind].map((action) => {
        const type = `${kind}.${action}`;
        const summary = action === 'published' ? `Visible to the public now: ${kind}` : `${kind} ${action}`;
        return [type, operation(type, summary[0]?.toUpperCase() + summary.slice(1), recordData(kind))];
      }),
    ),
  ]);
