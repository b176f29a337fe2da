import { maxClockSkew } from '../../core/clock-skew.ts';
import { createRequestLimit, type RequestLimit } from '../../http/rate-limit/rate-limit.ts';
import type { Store, Writer } from '../../store/store.ts';

export interface RequestLimitSettings {
  /** 0 means no limit, `undefined` the standard limit. */
  perMinute: number | undefined;
  /** UTC seconds. */
  now: () => number;
  /** Other processes serve the same calendar at the same URL. */
  hasPeers: boolean;
}

/** Far more than people, scripts and crawlers need. */
const standard = 3000;

export function openRequestLimit(
  store: Store,
  { perMinute, now, hasPeers }: RequestLimitSettings,
): RequestLimit | undefined {
  if (perMinute === 0) return undefined;
  const share = (caller: string, minute: number, requests: number) =>
    store.write((db) => addRequests(db, caller, minute, requests));
  return createRequestLimit({
    perMinute: perMinute ?? standard,
    // The operator's own scripts, and proxies that are not yet configured as trusted.
    exemptsLoopback: perMinute === undefined,
    now,
    share: hasPeers ? share : undefined,
  });
}

/** Adds to a caller's requests in a minute and returns their number. Deletes the counts of past minutes. */
async function addRequests(db: Writer, caller: string, minute: number, requests: number): Promise<number> {
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
