import { LRUCache } from 'lru-cache';
import type { FinishedReply } from './finished-reply.ts';

interface Entry {
  reply: FinishedReply;
  version: number;
  /** UTC seconds from which on the reply may be another although nothing was written. */
  until: number;
}

export interface ReplyCache {
  get(key: string): FinishedReply | undefined;
  /** Keeps a reply that was computed wholly from the calendar of `version`. */
  set(key: string, reply: FinishedReply, version: number, until: number): void;
}

/**
 * Replies to nobody in particular, found by the whole request. An entry answers only while the database's
 * version is the one it was made from, so a write by any process is seen by the very next read.
 */
export function createReplyCache(options: { maxBytes: number; version: () => number; now: () => number }): ReplyCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, options.maxBytes),
    sizeCalculation: (entry, key) => entry.reply.body.length + key.length * 2 + 500,
  });
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.version === options.version() && options.now() < entry.until) return entry.reply;
      entries.delete(key);
      return undefined;
    },
    set(key, reply, version, until) {
      if (version === options.version()) entries.set(key, { reply, version, until });
    },
  };
}
