import type { Writer } from '../../store/store.ts';

/** Adds to the requests of a caller in a minute, and answers all that were counted; earlier minutes are forgotten. */
export async function addRequests(db: Writer, caller: string, minute: number, requests: number): Promise<number> {
  await db.deleteFrom('request_counts').where('minute', '<', minute).execute();
  const counted = await db
    .insertInto('request_counts')
    .values({ caller, minute, requests })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'minute'])
        .doUpdateSet((eb) => ({ requests: eb('request_counts.requests', '+', requests) })),
    )
    .returning('requests')
    .executeTakeFirstOrThrow();
  return counted.requests;
}
