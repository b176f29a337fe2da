// Hooks of a request into the transaction of its write: preconditions, and the reply before the commit.
import { entityTag } from '../../../http/conditional/entity-tag.ts';
import { fieldNames } from '../../../http/response/outgoing.ts';
import { selectFields } from '../../../http/response/select-fields.ts';
import { assertSize, isTooLarge, sizeOf } from '../../../http/response/size-limit.ts';
import type { Reply, Representation, RequestContext } from '../../../http/route.ts';
import type { Reader, Writer } from '../../../store/store.ts';

export interface WriteHooks<R> {
  /**
   * Called before anything is written, once the caller is known to be allowed to write. The function it returns is called
   * after all other checks and may throw 412: preconditions are checked last.
   */
  watch?: ((db: Reader, id: number) => Promise<() => void>) | undefined;
  /** Called right before the commit, or before a permanent deletion while the record still exists. */
  beforeCommit?: ((db: Writer, record: R) => Promise<void>) | undefined;
}

/** A record's representations in replies. */
export interface PresentedRecord {
  /** In replies to writes. */
  written(): Record<string, unknown>;
  /** In replies to `GET` of the record's own route. */
  read(): Representation;
  /** Size of its long texts in bytes, related records included. */
  textBytes?: number;
}

export interface RecordPresenter<R> {
  /** In the caller's language. */
  find(db: Reader, id: number): Promise<R>;
  show(db: Reader, record: R): Promise<PresentedRecord>;
}

/**
 * Builds the reply to a write from what was read inside its transaction, so that later writes cannot show in it. A reply
 * for an idempotency key is built and stored in the transaction, others are built during fsync.
 */
export async function answerWrite<R>(
  { preconditions, remember, params }: RequestContext,
  { find, show }: RecordPresenter<R>,
  toReply: (presented: PresentedRecord) => Reply,
  write: (hooks: WriteHooks<R>) => Promise<unknown>,
): Promise<Reply> {
  let remembered: Reply | undefined;
  let presented: PresentedRecord | undefined;
  await write({
    watch:
      preconditions &&
      (async (db, id) => {
        const current = (await show(db, await find(db, id))).read();
        return () => preconditions(current);
      }),
    async beforeCommit(db, record) {
      presented = await show(db, record);
      assertAnswerable(presented, params);
      if (!remember) return;
      remembered = toReply(presented);
      await remember(remembered);
    },
  });
  return remembered ?? toReply(presented as PresentedRecord);
}

/** Building the reply must not fail once the write is committed. */
function assertAnswerable(presented: PresentedRecord, params: RequestContext['params']): void {
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

interface Dated {
  modified_at: number;
  published_at?: number;
}

/** Time of the last change of the given rows; a scheduled publication counts as one. */
export const newestOf = (rows: readonly Dated[], now: number): number =>
  Math.max(
    0,
    ...rows.flatMap((row) => [
      row.modified_at,
      ...(row.published_at && row.published_at <= now ? [row.published_at] : []),
    ]),
  );
