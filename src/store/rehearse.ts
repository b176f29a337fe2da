import type { Store } from './store.ts';

/** Runs `work` in a transaction that is rolled back, for a dry run. */
export async function rehearse<T>(store: Pick<Store, 'inTransaction'>, work: () => Promise<T>): Promise<T> {
  const undo = new Error('rolled back');
  let result: T | undefined;
  try {
    await store.inTransaction(async () => {
      result = await work();
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result as T;
}
