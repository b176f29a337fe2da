// Operations of "kalends webhook": the same as in the API, with the same parameter validation.
import { ApiError } from '../../core/api-error.ts';
import { createZones } from '../../core/dates/zones.ts';
import { translate } from '../../core/messages/messages.ts';
import { program } from '../../core/roles.ts';
import type { Allowance } from '../../fetch/fetch-allowance.ts';
import { createResolver } from '../../fetch/resolve-host.ts';
import { readParams } from '../../http/params/read.ts';
import { presentDelivery, presentWebhooks } from '../../resources/webhooks/present.ts';
import { listWebhooks } from '../../resources/webhooks/repository.ts';
import { createFields } from '../../resources/webhooks/schemas.ts';
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
} from '../../resources/webhooks/service.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import type { Store } from '../../store/store.ts';
import { formatTable } from '../table.ts';

interface Where {
  store: Store;
  shell: Shell;
}

/** Whoever can access the data folder needs no account. */
const origin = (now: number) => ({ now, caller: program('command line') });

/** Reports errors with the messages of the API. */
async function withApiMessages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { problems, args } = error.extras;
    const messages = [...(problems ?? [])].map(
      ([name, { key, args: values }]) => `${name} ${translate('en', key, values)}.`,
    );
    throw new OperationFailed(messages.length > 0 ? messages.join(' ') : translate('en', error.code, args));
  }
}

export const addWebhook = (
  { store, shell }: Where,
  sent: Readonly<Record<string, string | undefined>>,
  allow: readonly Allowance[],
) =>
  withApiMessages(async () => {
    const params = new Map(Object.entries(sent).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
    const context = { now: shell.now(), siteZone: 'UTC', zones: createZones() };
    const { values, problems } = readParams(createFields, params, context);
    problems.throwIfAny();
    const change = { ...values, url: values.url as string };
    await assertTarget(change.url, { allow, resolve: createResolver() });
    return store.write((db) => createWebhook(db, change, origin(context.now)));
  });

export async function listAll({ store: { reader }, shell }: Where, json = false): Promise<void> {
  const webhooks = await presentWebhooks(reader, await listWebhooks(reader), shell.now());
  if (json) return shell.print(JSON.stringify(webhooks));
  const rows = webhooks.map(({ id, status, pending, failed, types, url }) => [
    ...[String(id), status, String(pending), String(failed)],
    ...[types.join(','), url],
  ]);
  shell.print(formatTable(['ID', 'STATUS', 'PENDING', 'FAILED', 'TYPES', 'URL'], rows));
}

/** Message after each action on an existing webhook. */
const done = {
  ping: 'Queued a test message to',
  pause: 'Paused',
  resume: 'Resumed',
  rotate: 'Changed the secret of',
  remove: 'Removed',
} as const;
export type WebhookAction = keyof typeof done;

export const runAction = ({ store, shell }: Where, action: WebhookAction, id: number): Promise<void> =>
  withApiMessages(async () => {
    const now = shell.now();
    const secret = await store.write(async (db) => {
      await getWebhook(db, id);
      if (action === 'ping') await pingWebhook(db, id, now);
      if (action === 'pause') await updateWebhook(db, id, { status: 'paused' }, origin(now));
      if (action === 'resume') await updateWebhook(db, id, { status: 'active' }, origin(now));
      if (action === 'remove') await removeWebhook(db, id, origin(now));
      return action === 'rotate' ? (await rotateSecret(db, id, origin(now))).secret : undefined;
    });
    if (secret !== undefined) shell.print(secret);
    shell.printError(`${done[action]} webhook ${id}.`);
  });

export const replay = ({ store, shell }: Where, id: number, deliveries: readonly number[]): Promise<void> =>
  withApiMessages(async () => {
    const selected = deliveries.length > 0 ? deliveries : undefined;
    const count = await store.write((db) => replayWebhook(db, id, selected, shell.now()));
    shell.printError(`Deliveries to be sent again: ${count}.`);
  });

interface LogOptions {
  status: 'failed' | undefined;
  json: true | undefined;
}

export const printLog = ({ store, shell }: Where, id: number, { status, json }: LogOptions): Promise<void> =>
  withApiMessages(async () => {
    const { deliveries } = await listDeliveries(store, id, { status, perPage: 100 });
    const entries = deliveries.map(presentDelivery);
    if (json) return shell.print(JSON.stringify(entries));
    const rows = entries.map((each) => [
      ...[String(each.id), each.created_utc, each.type, each.status, String(each.attempts)],
      ...[each.response_status === null ? each.response : String(each.response_status), each.next_attempt_utc ?? ''],
    ]);
    shell.print(formatTable(['ID', 'CREATED (UTC)', 'TYPE', 'STATUS', 'ATTEMPTS', 'RESPONSE', 'NEXT (UTC)'], rows));
  });
