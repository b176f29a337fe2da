// What a request adds to the transaction of its write: conditions before, the reply at its end.
import type { Reply, Representation, RequestContext } from '../../http/route.ts';
import type { Reader, Writer } from '../../store/store.ts';

export interface WriteHooks<R> {
  /**
   * Called when the caller has been found to be allowed to write, before anything is written. What it answers is called
   * when all else has been judged and may throw 412: preconditions come last.
   */
  watch?: ((db: Reader, id: number) => Promise<() => void>) | undefined;
  /** Called as the last thing before the commit (before a deletion for good: while there is something to show). */
  settle?: ((db: Writer, record: R) => Promise<void>) | undefined;
}

interface Answering<R> {
  /** As `GET` of the record's own route shows it to the caller. */
  represent(db: Reader, id: number): Promise<Representation>;
  reply(db: Reader, record: R): Promise<Reply>;
}

/**
 * The reply to a write, made inside its transaction: of the very state that was written, whatever others write next.
 * A key's reply is kept with it.
 */
export async function answerWrite<R>(
  { preconditions, remember }: RequestContext,
  { represent, reply }: Answering<R>,
  write: (hooks: WriteHooks<R>) => Promise<unknown>,
): Promise<Reply> {
  let made: Reply | undefined;
  await write({
    watch:
      preconditions &&
      (async (db, id) => {
        const current = await represent(db, id);
        return () => preconditions(current);
      }),
    async settle(db, record) {
      made = await reply(db, record);
      await remember?.(made, db);
    },
  });
  return made as Reply;
}
