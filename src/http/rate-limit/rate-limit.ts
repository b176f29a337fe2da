// How often one address may ask in a minute without signing in. Counted in memory; what adds up to an eighth of the limit
// is told to the other processes, so that a limit of hundreds costs the database next to nothing.
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

export interface RequestLimit {
  /** Counts a request, or answers for how many seconds its caller has to wait instead. */
  count(address: string): number | undefined;
}

/** Adds to what all processes together have counted of a caller in a minute; answers their sum. */
export type ShareCount = (caller: string, minute: number, requests: number) => Promise<number>;

export interface RequestLimitOptions {
  perMinute: number;
  /** UTC seconds. */
  now: () => number;
  /** Without, no other process answers at this address. */
  share: ShareCount | undefined;
}

interface Counted {
  /** By all processes, as of when they were last asked. */
  shared: number;
  /** Here since. */
  own: number;
  isSharing: boolean;
}

const minuteSeconds = 60;
/** Further callers push out those that were longest silent. */
const mostCallers = 20_000;

export function createRequestLimit({ perMinute, now, share }: RequestLimitOptions): RequestLimit {
  const step = Math.ceil(perMinute / 8);
  const callers = new LRUCache<string, Counted>({ max: mostCallers });
  let minute = 0;
  const tell = async (caller: string, counted: Counted, among: ShareCount): Promise<void> => {
    const told = counted.own;
    counted.isSharing = true;
    try {
      counted.shared = await among(caller, minute, told);
    } catch {
      // Where nothing can be written each process counts for itself.
      counted.shared += told;
    }
    counted.own -= told;
    counted.isSharing = false;
  };
  return {
    count(address) {
      const time = now();
      const current = time - (time % minuteSeconds);
      if (current !== minute) callers.clear();
      minute = current;
      const caller = callerOf(address);
      const counted = callers.get(caller) ?? { shared: 0, own: 0, isSharing: false };
      if (counted.shared + counted.own >= perMinute) return minute + minuteSeconds - time;
      counted.own += 1;
      callers.set(caller, counted);
      if (share && counted.own >= step && !counted.isSharing) void tell(caller, counted, share);
      return undefined;
    },
  };
}

/** Of IPv6 the network: whoever has one address of a /64 has all of them. */
export function callerOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address.slice(0, 100);
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
