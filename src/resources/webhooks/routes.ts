import { mayAdminister } from '../../core/roles.ts';
import { getParams, readParams } from '../../http/params/read.ts';
import type { Method, Reply, RequestContext, Route } from '../../http/route.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { created, done, refused } from '../records/replies.ts';
import { replyInTransaction } from '../records/write/reply.ts';
import {
  deletedWebhookSchema,
  deliveriesSchema,
  deliverySchema,
  presentDelivery,
  presentWebhooks,
  replayedSchema,
  webhookSchema,
  webhooksSchema,
  webhookWithSecretSchema,
} from './present.ts';
import { listWebhooks, type Webhook } from './repository.ts';
import { createFields, deliveriesFields, replayFields, updateFields } from './schemas.ts';
import {
  assertTarget,
  createWebhook,
  getWebhook,
  listDeliveries,
  pingWebhook,
  removeWebhook,
  replayWebhook,
  rotateSecret,
  updateWebhook,
} from './service.ts';
import type { WebhookTargets } from './types.ts';

export interface WebhookRoutesOptions {
  store: Store;
  maxPerPage: number;
  targets: WebhookTargets;
}

export const webhookRoutes = (options: WebhookRoutesOptions): Route[] => [
  listRoute(options),
  createRoute(options),
  readRoute(options),
  ...(['POST', 'PUT', 'PATCH'] as const).map((method) => updateRoute(method, options)),
  removeRoute(options),
  pingRoute(options),
  secretRoute(options),
  replayRoute(options),
  deliveriesRoute(options),
];

const guarded = { tag: 'Webhook', allowed: mayAdminister } as const;
const itemPath = '/webhooks/{id}';
const idOf = ({ path }: RequestContext): number => path.id as number;

/** As presented by `GET`. */
const show = async (db: Reader, webhook: Webhook, { now }: RequestContext) =>
  (await presentWebhooks(db, [webhook], now))[0] as Record<string, unknown>;

/** Writes to the webhook of the path in a transaction. Throws 412 if a precondition of the request fails. */
const writeTo = (
  { store }: WebhookRoutesOptions,
  context: RequestContext,
  write: (db: Writer) => Promise<Reply>,
): Promise<Reply> =>
  replyInTransaction(store, context, async (db) => {
    const webhook = await getWebhook(db, idOf(context));
    context.preconditions?.({ body: await show(db, webhook, context), modified: webhook.modified_at });
    return write(db);
  });

const listRoute = ({ store }: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'GET',
  path: '/webhooks',
  operationId: 'listWebhooks',
  summary: 'List all webhooks',
  params: {},
  replies: [done(webhooksSchema)],
  async handle(context) {
    context.uncacheable();
    const webhooks = await presentWebhooks(store.reader, await listWebhooks(store.reader), context.now);
    return { status: 200, body: { webhooks } };
  },
});

const createRoute = (options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'POST',
  path: '/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook, which is notified of changes from now on',
  params: createFields,
  replies: [created(webhookWithSecretSchema), ...refused('rest-too-many-webhooks')],
  async handle(context) {
    const values = getParams(createFields, context);
    const change = { ...values, url: values.url as string };
    await assertTarget(change.url, options.targets);
    return replyInTransaction(options.store, context, async (db) => {
      const webhook = await createWebhook(db, change, context);
      const location = context.links.record(`/webhooks/${webhook.id}`);
      return {
        status: 201,
        body: { ...(await show(db, webhook, context)), secret: webhook.secret },
        headers: { location },
      };
    });
  },
});

const readRoute = ({ store }: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'GET',
  path: itemPath,
  operationId: 'getWebhook',
  summary: 'Read a webhook',
  params: {},
  replies: [done(webhookSchema), ...refused('rest-webhook-not-found')],
  async handle(context) {
    context.uncacheable();
    const webhook = await getWebhook(store.reader, idOf(context));
    return { status: 200, body: await show(store.reader, webhook, context), modified: webhook.modified_at };
  },
});

const updateRoute = (method: Method, options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method,
  path: itemPath,
  operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}Webhook`,
  summary: 'Update a webhook; only the fields sent change',
  params: updateFields,
  replies: [done(webhookSchema), ...refused('rest-webhook-not-found')],
  async handle(context) {
    const { values, problems } = readParams(updateFields, context.params, context);
    await getWebhook(options.store.reader, idOf(context));
    problems.throwIfAny();
    await assertTarget(values.url, options.targets);
    return writeTo(options, context, async (db) => {
      const webhook = await updateWebhook(db, idOf(context), values, context);
      return { status: 200, body: await show(db, webhook, context) };
    });
  },
});

const removeRoute = (options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'DELETE',
  path: itemPath,
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook with its deliveries',
  params: {},
  replies: [done(deletedWebhookSchema), ...refused('rest-webhook-not-found')],
  handle: (context) =>
    writeTo(options, context, async (db) => {
      const previous = await show(db, await getWebhook(db, idOf(context)), context);
      await removeWebhook(db, idOf(context), context);
      return { status: 200, body: { deleted: true, previous } };
    }),
});

const pingRoute = (options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'POST',
  path: `${itemPath}/ping`,
  operationId: 'pingWebhook',
  bodyName: 'WebhookPing',
  summary: 'Send a test message; the outcome is listed among the deliveries',
  params: {},
  replies: [{ ...created(deliverySchema), description: 'The queued message' }, ...refused('rest-webhook-not-found')],
  handle: (context) =>
    writeTo(options, context, async (db) => ({
      status: 201,
      body: presentDelivery(await pingWebhook(db, idOf(context), context.now)),
    })),
});

const secretRoute = (options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'POST',
  path: `${itemPath}/secret`,
  operationId: 'rotateWebhookSecret',
  bodyName: 'WebhookSecretRotation',
  summary: 'Rotate the secret; the previous one stays valid for a day',
  params: {},
  replies: [done(webhookWithSecretSchema), ...refused('rest-webhook-not-found')],
  handle: (context) =>
    writeTo(options, context, async (db) => {
      const webhook = await rotateSecret(db, idOf(context), context);
      return { status: 200, body: { ...(await show(db, webhook, context)), secret: webhook.secret } };
    }),
});

const replayRoute = (options: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'POST',
  path: `${itemPath}/replay`,
  operationId: 'replayWebhook',
  bodyName: 'WebhookReplayRequest',
  summary: 'Resend deliveries',
  params: replayFields,
  replies: [done(replayedSchema), ...refused('rest-webhook-not-found')],
  async handle(context) {
    const values = getParams(replayFields, context);
    return writeTo(options, context, async (db) => ({
      status: 200,
      body: { replayed: await replayWebhook(db, idOf(context), values.deliveries, context.now) },
    }));
  },
});

const deliveriesRoute = ({ store, maxPerPage }: WebhookRoutesOptions): Route => ({
  ...guarded,
  method: 'GET',
  path: `${itemPath}/deliveries`,
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook, newest first',
  params: deliveriesFields,
  replies: [done(deliveriesSchema), ...refused('rest-webhook-not-found')],
  async handle(context) {
    const values = getParams(deliveriesFields, context);
    context.uncacheable();
    const { status, before, per_page = 50 } = values;
    const perPage = Math.min(per_page, maxPerPage);
    const { deliveries, hasMore } = await listDeliveries(store, idOf(context), { status, before, perPage });
    return { status: 200, body: { deliveries: deliveries.map(presentDelivery), has_more: hasMore } };
  },
});
