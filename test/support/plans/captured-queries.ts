// Captures the queries that a store's reader runs.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery } from 'kysely';
import type { Store } from '../../../src/store/store.ts';

export interface CapturedQueries {
  /** The queries that `work` ran, each SQL text once. */
  during(work: () => Promise<unknown>): Promise<CompiledQuery[]>;
}

/** All reads outside of transactions pass the executor of the reader; those of the read worker are sent there too. */
export function captureQueries(store: Store): CapturedQueries {
  Object.defineProperty(store, 'onReadWorker', { value: <T>(work: () => T) => work() });
  const executor = store.reader.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const capturing = new AsyncLocalStorage<Map<string, CompiledQuery>>();
  executor.executeQuery = (query, ...rest) => {
    capturing.getStore()?.set(query.sql, query);
    return execute(query, ...rest);
  };
  return {
    async during(work) {
      const captured = new Map<string, CompiledQuery>();
      await capturing.run(captured, work);
      return [...captured.values()];
    },
  };
}
