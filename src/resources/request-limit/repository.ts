import { maxClockSkew } from '../../core/clock-skew.ts';
import type { Writer } from '../../store/store.ts';

/** Adds to the requests of a caller in a minute and answers their number; counts of past minutes are deleted. */
export async function addRequests(db: Writer, caller: string, minute: number, requests: number): Promise<number> {
  // Another machine's clock may be a minute behind, or ahead.
  await db
    .deleteFrom('request_counts')
    .where((eb) => eb.or([eb('minute', '<', minute - maxClockSkew), eb('minute', '>', minute + maxClockSkew)]))
    .execute();
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
