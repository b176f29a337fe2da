import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Validators } from './preconditions.ts';

interface Seen {
  etag: string;
  modified: number;
  /** When this state was last made for a reply, by the clock at its furthest. */
  at: number;
  /** Another state was shown until this second, which `modified` does not lie after. */
  afterAnother: number | undefined;
}

export interface ModificationTimes {
  /** The validators of a reply to `reader` (who asks, and for which address); `shown` is its newest visible change. */
  validate(reader: string, etag: string, shown: number | undefined): Validators;
}

/**
 * `Last-Modified` of replies: the newest change among the records that a reply shows, never a time of the calendar as
 * a whole, which would tell of changes to hidden records. A reply also becomes another when something disappears from
 * it, a scheduled record comes due or a day ends, and nothing that is left tells of that. So the state of each reply
 * is remembered: one that is another than before, with nothing in it newer than the last look, changed after that
 * look, and its time is now. Before the start (settings may be others since) and before what had to be forgotten
 * nothing is known, so no time is older than these.
 *
 *   10:00  a request shows A, changed at 08:00, and B, changed at 07:00: `Last-Modified` 08:00, last look 10:00
 *   10:05  B is put in the trash
 *   10:06  a request shows A alone, another state with nothing newer than 10:00: `Last-Modified` 10:06
 */
export function createModificationTimes(options: {
  now: () => number;
  max?: number;
  /** Other processes give times too, from looks of their own: no time of either tells enough. */
  hasPeers?: boolean;
}): ModificationTimes {
  const { now, hasPeers = false } = options;
  let knownSince = now();
  const replies = new LRUCache<string, Seen>({
    max: options.max ?? 10_000,
    dispose: (_seen, _key, reason) => {
      if (reason === 'evict') knownSince = now();
    },
  });
  return {
    validate(reader, etag, shown) {
      const key = hash('sha256', reader, 'base64url');
      const moment = now();
      const newest = Math.min(Math.max(shown ?? 0, knownSince), moment);
      const seen = look(replies.get(key), etag, newest, moment);
      replies.set(key, seen);
      const { modified, afterAnother } = seen;
      const isCertain = afterAnother === undefined && !hasPeers;
      return { etag, modified, isCertain, betterAt: afterAnother === undefined ? undefined : afterAnother + 1 };
    },
  };
}

function look(before: Seen | undefined, etag: string, newest: number, now: number): Seen {
  if (!before) return { etag, modified: newest, at: now, afterAnother: undefined };
  const at = Math.max(before.at, now);
  if (before.etag === etag) return { etag, ...stampOf(before.modified, before.afterAnother, now), at };
  const modified = newest >= before.at ? newest : now;
  return { etag, ...stampOf(modified, modified > before.at ? undefined : before.at, now), at };
}

/**
 * Of a second that has seen two states the later one has the second after, as soon as that has come. That is long where the
 * clock was set back in between.
 */
const stampOf = (modified: number, afterAnother: number | undefined, now: number) =>
  afterAnother !== undefined && now > afterAnother
    ? { modified: afterAnother + 1, afterAnother: undefined }
    : { modified, afterAnother };
