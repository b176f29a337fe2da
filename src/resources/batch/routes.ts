import { isAnonymous } from '../../core/roles.ts';
import { replyInBatch } from '../../http/openapi/errors.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { getParams } from '../../http/params/read.ts';
import { createRouter, type Match, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { done, refused } from '../records/replies.ts';
import { replyInTransaction } from '../records/write/reply.ts';
import { batchFields } from './schemas.ts';
import { runBatch } from './service.ts';

const batchSchema = named('Batch', strictObject({ responses: listOf(replyInBatch) }));

interface BatchOptions {
  store: Store;
  all: () => readonly Route[];
  /** Slow and memoized: called for all passwords before the transaction, which blocks other writes. */
  hashPassword: (password: string) => Promise<string>;
}

export function batchRoute({ store, all, hashPassword }: BatchOptions): Route {
  let router: ((path: string) => Match | undefined) | undefined;
  return {
    method: 'POST',
    path: '/batch',
    operationId: 'runBatch',
    summary: 'Run up to 100 writes in one transaction',
    tag: 'Site',
    params: batchFields,
    images: true,
    allowed: (caller) => !isAnonymous(caller),
    replies: [done(batchSchema, 'All writes succeeded'), ...refused('batch-failed')],
    async handle(context) {
      const values = getParams(batchFields, context);
      router ??= createRouter(all());
      const passwords = (values.requests ?? []).map(({ body }) => body['password']);
      for (const password of passwords)
        if (typeof password === 'string' && password !== '') await hashPassword(password);
      const find = router;
      return replyInTransaction(store, context, async () => {
        const replies = await runBatch(store, find, values.requests ?? [], context);
        const responses = replies.map(({ status, headers = {}, body }) => ({ status, headers, body }));
        return { status: 200, body: { responses } };
      });
    },
  };
}
