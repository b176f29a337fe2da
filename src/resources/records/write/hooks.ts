// What a request adds to the transaction of its write: conditions before, the reply at its end.
import { entityTag } from '../../../http/conditional/entity-tag.ts';
import { fieldNames } from '../../../http/response/outgoing.ts';
import { selectFields } from '../../../http/response/select-fields.ts';
import { assertSize, isTooLarge, sizeOf } from '../../../http/response/size-limit.ts';
import type { Reply, Representation, RequestContext } from '../../../http/route.ts';
import type { Reader, Writer } from '../../../store/store.ts';

export interface WriteHooks<R> {
  /**
   * Called when the caller has been found to be allowed to write, before anything is written. What it answers is called
   * when all else has been judged and may throw 412: preconditions come last.
   */
  watch?: ((db: Reader, id: number) => Promise<() => void>) | undefined;
  /** Called as the last thing before the commit (before a deletion for good: while there is something to show). */
  settle?: ((db: Writer, record: R) => Promise<void>) | undefined;
}

/** A record in its two forms. */
export interface Shown {
  /** As writes answer it. */
  written(): Record<string, unknown>;
  /** As `GET` of its own route answers it. */
  read(): Representation;
  /** Bytes of its long texts, where related records bring theirs. */
  textBytes?: number;
}

export interface Shower<R> {
  /** In the caller's language. */
  find(db: Reader, id: number): Promise<R>;
  show(db: Reader, record: R): Promise<Shown>;
}

/**
 * The reply to a write, of what was read inside its transaction: of the very state that was written, whatever others
 * write next. The reply to an idempotency key is made and stored in the transaction, others while fsync runs.
 */
export async function answerWrite<R>(
  { preconditions, remember, params }: RequestContext,
  { find, show }: Shower<R>,
  toReply: (shown: Shown) => Reply,
  write: (hooks: WriteHooks<R>) => Promise<unknown>,
): Promise<Reply> {
  let made: Reply | undefined;
  let shown: Shown | undefined;
  await write({
    watch:
      preconditions &&
      (async (db, id) => {
        const current = (await show(db, await find(db, id))).read();
        return () => preconditions(current);
      }),
    async settle(db, record) {
      shown = await show(db, record);
      assertAnswerable(shown, params);
      if (!remember) return;
      made = toReply(shown);
      await remember(made);
    },
  });
  return made ?? toReply(shown as Shown);
}

/** Once a write is committed its reply must not fail. */
function assertAnswerable(shown: Shown, params: RequestContext['params']): void {
  if (!isTooLarge(shown.textBytes ?? 0)) return;
  const fields = fieldNames(params.get('_fields'));
  assertSize(sizeOf(fields ? selectFields(shown.written(), fields) : shown.written()));
}

/** The tag is that of the record's own route, so that a writer can go on without reading again; a record too large to be read has none. */
export function changed(shown: Shown): Reply {
  if (isTooLarge(shown.textBytes ?? 0)) return asItWas(shown);
  const read = JSON.stringify(shown.read().body);
  const tagBytes = Buffer.byteLength(read);
  return { status: 200, body: shown.written(), headers: { etag: entityTag(read) }, tagBytes };
}

/** `path` is that of the kind, `/events`. */
export const createdBelow =
  (path: string, { links }: RequestContext) =>
  (shown: Shown): Reply => {
    const reply = changed(shown);
    const location = links.record(`${path}/${(reply.body as { id: number }).id}`);
    return { ...reply, status: 201, headers: { ...reply.headers, location } };
  };

/** After a deletion for good of what has no trash (D34). */
export const asItWas = (shown: Shown): Reply => ({ status: 200, body: shown.written() });

/** After a deletion for good. */
export const removed = (shown: Shown): Reply => ({ status: 200, body: { deleted: true, previous: shown.written() } });

interface Dated {
  modified_at: number;
  published_at?: number;
}

/** When the last change of what a reply shows was made; that something came due is one. */
export const newestOf = (rows: readonly Dated[], now: number): number =>
  Math.max(
    0,
    ...rows.flatMap((row) => [
      row.modified_at,
      ...(row.published_at && row.published_at <= now ? [row.published_at] : []),
    ]),
  );
