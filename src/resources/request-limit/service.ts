import { createRequestLimit, type RequestLimit } from '../../http/rate-limit/rate-limit.ts';
import type { Store } from '../../store/store.ts';
import { addRequests } from './repository.ts';

export interface RequestLimitSettings {
  /** 0 for any number, undefined for the standard limit. */
  perMinute: number | undefined;
  /** UTC seconds. */
  now: () => number;
  /** Other processes answer for the same calendar at the same address. */
  hasPeers: boolean;
}

/** Far more than people, scripts and crawlers ask. */
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
    sparesLoopback: perMinute === undefined,
    now,
    share: hasPeers ? share : undefined,
  });
}
