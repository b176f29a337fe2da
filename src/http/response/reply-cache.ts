import type { CacheTally } from '../../cache/cache-tally.ts';
import { createSelectiveCache } from '../../cache/selective-cache.ts';
import { isWithin, type Moment } from '../../cache/validity.ts';
import type { Coding } from './content-coding.ts';
import type { FinishedReply } from './finished-reply.ts';
import { packReply } from './packed-reply.ts';

interface Entry {
  reply: FinishedReply;
  /** Before and after it the reply may be another although nothing was written. */
  moment: Moment;
  /** As it was asked for so far; what is being packed is a promise. */
  packed: Partial<Record<Coding, FinishedReply | Promise<FinishedReply>>>;
  bytes: number;
}

export interface ReplyCache {
  get(key: string): KeptReply | undefined;
  /** Keeps a reply that was computed wholly from the calendar of the moment. */
  set(key: string, reply: FinishedReply, moment: Moment): void;
}

/** All of a request that a reply to nobody in particular depends on. */
export const replyKey = (origin: string, url: string): string => `${origin}\n${url}`;

export interface KeptReply {
  reply: FinishedReply;
  /** The reply in a coding, packed once for everybody. */
  packed(coding: Coding): FinishedReply | Promise<FinishedReply>;
}

export interface ReplyCacheOptions {
  maxBytes: number;
  version: () => number;
  /** The same, for a request that was just read. */
  versionOnArrival: () => number;
  /** UTC seconds. */
  now: () => number;
  /** Makes a reply ready to be sent many times. */
  prepare: (reply: FinishedReply) => FinishedReply;
  /** Told what is held; who asks counts what is found. */
  tally?: CacheTally | undefined;
}

/**
 * Replies to nobody in particular, found by the whole request. An entry answers only while the database's
 * version is the one it was made from, so a write by any process is seen by the very next read.
 */
export function createReplyCache(options: ReplyCacheOptions): ReplyCache {
  const { maxBytes, version, versionOnArrival, now, prepare, tally } = options;
  const entries = createSelectiveCache<Kept>({
    maxBytes,
    bytesOf: ({ entry }, key) => entry.bytes + key.length * 2 + 500,
  });
  if (tally) tally.held = entries.held;
  /** The same entry, found larger: the cache measures only what is new to it. */
  const grow = (key: string, entry: Entry, by: number) => {
    entry.bytes += by;
    if (entries.peek(key)?.entry === entry) entries.set(key, keep(key, entry));
  };
  const keep = (key: string, entry: Entry): Kept => ({
    entry,
    reply: entry.reply,
    packed(coding) {
      const known = entry.packed[coding];
      if (known) return known;
      const made = packReply(entry.reply, coding).then((reply) => {
        const ready = prepare(reply);
        entry.packed[coding] = ready;
        grow(key, entry, ready.body.length);
        return ready;
      });
      entry.packed[coding] = made;
      return made;
    },
  });
  return {
    get(key) {
      const kept = entries.get(key);
      if (!kept) return undefined;
      const { moment } = kept.entry;
      if (moment.version === versionOnArrival() && isWithin(moment, now())) return kept;
      entries.delete(key);
      return undefined;
    },
    set(key, reply, moment) {
      if (maxBytes <= 0 || moment.version !== version()) return;
      const entry = { reply: prepare(reply), moment, packed: {}, bytes: reply.body.length };
      entries.set(key, keep(key, entry));
    },
  };
}

interface Kept extends KeptReply {
  entry: Entry;
}
