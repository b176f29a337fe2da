// Replies to writes, built before the commit.
import { entityTag } from '../../../http/conditional/validators.ts';
import { fieldNames } from '../../../http/response/outgoing.ts';
import { selectFields } from '../../../http/response/select-fields.ts';
import { assertSize, isTooLarge, sizeOf } from '../../../http/response/size-limit.ts';
import type { Reply, Representation, RequestContext } from '../../../http/route.ts';
import type { Reader, Store, Writer } from '../../../store/store.ts';
import { type FoundRecords, getRecord, type WriteScope } from './resource.ts';

/** A record's representations in replies. */
export interface PresentedRecord {
  /** In replies to writes. */
  written(): Record<string, unknown>;
  /** In replies to `GET` of the record's own route. */
  read(): Representation;
  /** Size of its long texts in bytes, related records included. */
  textBytes?: number;
}

/** A record that all replies present alike. */
export const presentedAlike = (body: Record<string, unknown>, modified: number): PresentedRecord => ({
  written: () => body,
  read: () => ({ body, modified }),
});

/** A kind of records, and how its records are presented in the caller's language. */
export interface Presented<Rec> {
  resource: FoundRecords<Rec>;
  /** Throws errors that are reported only if all parameters are valid. */
  assertAllowed?(context: RequestContext): void;
  show(db: Reader, record: Rec, context: RequestContext): Promise<PresentedRecord>;
}

/**
 * Builds the reply to a write from what was read inside its transaction, so that later writes cannot show in it. A reply
 * for an idempotency key is built and stored in the transaction, others are built during fsync.
 */
export async function replyToWrite<Rec>(
  context: RequestContext,
  { resource, assertAllowed, show }: Presented<Rec>,
  toReply: (presented: PresentedRecord) => Reply,
  write: (scope: WriteScope<Rec>) => Promise<unknown>,
): Promise<Reply> {
  const { preconditions, storeReply, params } = context;
  let stored: Reply | undefined;
  let presented: PresentedRecord | undefined;
  await write({
    ...context,
    assertAllowed: () => assertAllowed?.(context),
    async watch(db, id) {
      context.setRecord(id);
      if (!preconditions) return () => undefined;
      const current = (await show(db, await getRecord(db, resource, { id }, context), context)).read();
      return () => preconditions(current);
    },
    async beforeCommit(db, record) {
      presented = await show(db, record, context);
      assertReplyFits(presented, params);
      if (!storeReply) return;
      stored = toReply(presented);
      await storeReply(stored);
    },
  });
  return stored ?? toReply(presented as PresentedRecord);
}

/** The reply for an idempotency key is stored in the same transaction. For replies that are not a record. */
export const replyInTransaction = (
  store: Store,
  { storeReply }: RequestContext,
  write: (db: Writer) => Promise<Reply>,
): Promise<Reply> =>
  store.write(async (db) => {
    const reply = await write(db);
    await storeReply?.(reply);
    return reply;
  });

/** Building the reply must not fail once the write is committed. */
function assertReplyFits(presented: PresentedRecord, params: RequestContext['params']): void {
  if (!isTooLarge(presented.textBytes ?? 0)) return;
  const fields = fieldNames(params.get('_fields'));
  assertSize(sizeOf(fields ? selectFields(presented.written(), fields) : presented.written()));
}

/**
 * Carries the ETag of the record's own route, so that a client can write again without reading. A record that is too large
 * to be read has none.
 */
export function changed(presented: PresentedRecord): Reply {
  if (isTooLarge(presented.textBytes ?? 0)) return withoutTag(presented);
  const read = JSON.stringify(presented.read().body);
  const tagBytes = Buffer.byteLength(read);
  return { status: 200, body: presented.written(), headers: { etag: entityTag(read) }, tagBytes };
}

/** `path` is the collection's, such as `/events`. */
export const createdBelow =
  (path: string, { links }: RequestContext) =>
  (presented: PresentedRecord): Reply => {
    const reply = changed(presented);
    const location = links.record(`${path}/${(reply.body as { id: number }).id}`);
    return { ...reply, status: 201, headers: { ...reply.headers, location } };
  };

/** After the permanent deletion of a record of a kind without a trash (D34). */
export const withoutTag = (presented: PresentedRecord): Reply => ({ status: 200, body: presented.written() });

/** After a permanent deletion. */
export const removed = (presented: PresentedRecord): Reply => ({
  status: 200,
  body: { deleted: true, previous: presented.written() },
});
