import { createRequestLimit, type RequestLimit } from '../../http/rate-limit/rate-limit.ts';
import type { Store } from '../../store/store.ts';
import { addRequests } from './repository.ts';

export interface RequestLimitSettings {
  /** 0 for any number. */
  requestsPerMinute: number;
  /** UTC seconds. */
  now: () => number;
  /** Other processes answer for the same calendar at the same address. */
  hasPeers: boolean;
}

export function openRequestLimit(store: Store, settings: RequestLimitSettings): RequestLimit | undefined {
  const { requestsPerMinute: perMinute, now, hasPeers } = settings;
  if (perMinute === 0) return undefined;
  const share = (caller: string, minute: number, requests: number) =>
    store.write((db) => addRequests(db, caller, minute, requests));
  return createRequestLimit({ perMinute, now, share: hasPeers ? share : undefined });
}
