// `dry_run=true` on a write: the same checks and the same reply, but the transaction is rolled back.
import { invalidParam } from '../core/api-error.ts';
import { Fault } from './params/field.ts';
import { boolean } from './params/scalars.ts';
import type { Reply, RequestContext } from './route.ts';

/** Runs work inside of something, such as a transaction. */
export type RunInside = <T>(work: () => Promise<T>) => Promise<T>;

const field = boolean({ default: false });

/** Throws 400 for a value that is neither true nor false. */
export function isDryRun(context: RequestContext): boolean {
  const raw = context.params.get('dry_run');
  if (raw === undefined || raw === null || raw === '') return false;
  const value = field.read(raw, context);
  if (value instanceof Fault) throw invalidParam('dry_run', 'boolean_expected');
  return value;
}

/** Rolls the transaction back and carries the reply out of it. */
class RolledBack extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super('rolled back');
    this.reply = reply;
  }
}

export async function dryRun(inTransaction: RunInside, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await inTransaction(async () => {
      throw new RolledBack(await answer());
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return { ...error.reply, headers: { ...error.reply.headers, 'dry-run': 'true' } };
  }
}
