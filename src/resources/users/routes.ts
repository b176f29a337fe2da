// The caller's application passwords in the format of WordPress, plus scopes and an expiry.
import { ApiError } from '../../core/api-error.ts';
import { type Caller, isAnonymous, keyScopes, mayManageKeys } from '../../core/roles.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { readParams } from '../../http/params/read.ts';
import { date, text } from '../../http/params/scalars.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordAudit } from '../records/audit/audit-log.ts';
import { created, done, refused } from '../records/replies.ts';
import { anyText, textSchema } from '../records/reply-schemas.ts';
import { objectSchema, type ReplyTable, schemasOf, showTable } from '../records/reply-table.ts';
import { toInstant } from '../records/write/publication.ts';
import { replyInTransaction } from '../records/write/reply.ts';
import { type ApplicationPassword, deletePassword, passwordsOf } from './repository.ts';
import { inGroups } from './secrets.ts';
import { addPassword, creationOfKey, removalOfKey } from './service.ts';

const collection = '/users/me/application-passwords';

const keyFields = {
  name: required(describe(text({ max: 200, filled: true }), 'What the password is for')),
  scopes: unsetWhenEmpty(
    describe(
      setOf(keyScopes),
      'Scopes: `read` to read what the user may read, `submit` to write as a contributor, `write:own` as an author, `write:all` as an editor, `media` to upload images, `admin` for administration. They never exceed the role of the user. Default: all rights of the user',
    ),
  ),
  expires: unsetWhenEmpty(describe(date(), 'Time of expiry, in UTC unless it has an offset')),
};

const time = (utcSeconds: number): string => new Date(utcSeconds * 1000).toISOString().slice(0, 19);
const timeOrNull = (utcSeconds: number | null) => (utcSeconds === null ? null : time(utcSeconds));
const utcTime = (description: string) => ({ type: ['string', 'null'], description: `${description}, in UTC` });

const scopesSchema = {
  type: ['array', 'null'],
  items: { type: 'string', enum: keyScopes },
  description: 'Scopes that it is limited to; `null` for all rights of the user',
};

const key: ReplyTable<ApplicationPassword> = {
  uuid: [anyText, ({ uuid }) => uuid],
  app_id: [{ const: '' }, () => ''],
  name: [anyText, ({ name }) => name],
  created: [textSchema('Time of creation, in UTC'), ({ created_at }) => time(created_at)],
  last_used: [utcTime('Time of last use, accurate to about a minute'), ({ last_used_at }) => timeOrNull(last_used_at)],
  last_ip: [{ type: ['string', 'null'], description: 'IP address of the last use' }, (used) => used.last_used_from],
  scopes: [scopesSchema, ({ scopes }) => scopes?.split(' ') ?? null],
  expires: [utcTime('Time of expiry'), ({ expires_at }) => timeOrNull(expires_at)],
};

const present = (password: ApplicationPassword) => showTable(key, password);

const keySchema = named('ApplicationPassword', objectSchema(key));
const newKeySchema = named(
  'NewApplicationPassword',
  strictObject({ ...schemasOf(key), password: textSchema('The secret, which is not shown again; spaces are ignored') }),
);
const deletionSchema = strictObject({ deleted: { const: true }, previous: keySchema });

async function getOwn(db: Reader, { caller, path }: RequestContext): Promise<ApplicationPassword> {
  const passwords = await passwordsOf(db, caller.userId);
  const isRequested = ({ id, uuid }: ApplicationPassword) =>
    path.uuid === 'introspect' ? id === caller.key?.id : uuid === path.uuid;
  const found = passwords.find(isRequested);
  if (!found) throw new ApiError('rest_application_password_not_found');
  return found;
}

const signedIn = (caller: Caller): boolean => !isAnonymous(caller);

const shared = { tag: 'User', params: {}, allowed: mayManageKeys };

export const keyRoutes = (store: Store): Route[] => [
  {
    ...shared,
    method: 'GET',
    path: collection,
    operationId: 'listApplicationPasswords',
    summary: "List the caller's application passwords",
    replies: [done(listOf(keySchema))],
    handle: async ({ caller }) => ({
      status: 200,
      body: (await passwordsOf(store.reader, caller.userId)).map(present),
    }),
  },
  {
    ...shared,
    method: 'POST',
    path: collection,
    operationId: 'createApplicationPassword',
    bodyName: 'ApplicationPasswordCreate',
    summary: 'Create an application password; its secret is shown only once',
    params: keyFields,
    isSecret: true,
    replies: [created(newKeySchema)],
    handle: (context) => create(store, context),
  },
  {
    ...shared,
    method: 'GET',
    path: `${collection}/{uuid}`,
    operationId: 'getApplicationPassword',
    summary: "Read one of the caller's application passwords; the identifier `introspect` stands for the one in use",
    allowed: signedIn,
    replies: [done(keySchema), ...refused('rest_application_password_not_found')],
    handle: async (context) => ({ status: 200, body: present(await getOwn(store.reader, context)) }),
  },
  {
    ...shared,
    method: 'DELETE',
    path: `${collection}/{uuid}`,
    operationId: 'deleteApplicationPassword',
    summary: "Revoke one of the caller's application passwords",
    replies: [done(deletionSchema), ...refused('rest_application_password_not_found')],
    handle: (context) => replyInTransaction(store, context, (db) => revoke(db, context)),
  },
];

async function revoke(db: Writer, context: RequestContext) {
  const password = await getOwn(db, context);
  const previous = present(password);
  context.preconditions?.({ body: previous, modified: password.created_at });
  await deletePassword(db, password.id);
  await recordAudit(db, context, [
    { kind: 'key', id: password.id, action: 'revoked', changes: removalOfKey(password) },
  ]);
  return { status: 200, body: { deleted: true, previous } };
}

/** A key must not expire later than the key that creates it. */
async function create(store: Store, context: RequestContext) {
  const { values, problems } = readParams(keyFields, context.params, context);
  const { caller, now, zones, links } = context;
  const latestExpiry = caller.key?.expiresAt ?? undefined;
  const sent = values.expires && toInstant(values.expires.in('UTC'), 'UTC', zones);
  if (sent !== undefined && sent <= now) problems.add('expires', 'future_expected');
  if (sent !== undefined && latestExpiry !== undefined && sent > latestExpiry)
    problems.add('expires', 'expiry_beyond_own');
  problems.throwIfAny();
  const newKey = { name: (values.name as string).trim(), scopes: values.scopes, expiresAt: sent ?? latestExpiry };
  const { secret, password } = await store.write(async (db) => {
    const added = await addPassword(db, caller.userId, newKey, now);
    const { id } = added.password;
    await recordAudit(db, context, [{ kind: 'key', id, action: 'created', changes: creationOfKey(added.password) }]);
    return added;
  });
  return {
    status: 201,
    body: { ...present(password), password: inGroups(secret) },
    headers: { location: links.rest(`${collection}/${password.uuid}`) },
  };
}
