// The queries that a store's reader really runs, whichever repository made them.
import type { CompiledQuery } from 'kysely';
import type { Store } from '../../src/store/store.ts';

export interface CapturedQueries {
  /** Those that ran during the work, each text once. */
  during(work: () => Promise<unknown>): Promise<CompiledQuery[]>;
}

/** All that is read outside of transactions passes the executor of the reader. */
export function captureQueries(store: Store): CapturedQueries {
  const executor = store.reader.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  let captured = new Map<string, CompiledQuery>();
  executor.executeQuery = (query, ...rest) => {
    captured.set(query.sql, query);
    return execute(query, ...rest);
  };
  return {
    async during(work) {
      captured = new Map();
      await work();
      return [...captured.values()];
    },
  };
}
