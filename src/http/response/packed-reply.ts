import { LRUCache } from 'lru-cache';
import { tagIn } from '../conditional/entity-tag.ts';
import { type Coding, codingFor, pack } from './content-coding.ts';
import type { FinishedReply } from './finished-reply.ts';

/** The reply with its body packed, and with the tag of these other bytes (RFC 9110, 8.8.3). */
export async function packReply(reply: FinishedReply, coding: Coding): Promise<FinishedReply> {
  const named = tagReply(reply, coding);
  if (!reply.packable) return named;
  const body = await pack(coding, reply.body);
  const headers = { ...named.headers, 'content-encoding': coding, 'content-length': String(body.length) };
  return { ...named, headers, body, packable: false };
}

/** The tag that its reader gets in this coding, here and in the 304. */
export function tagReply(reply: FinishedReply, coding: Coding): FinishedReply {
  const { etag } = reply.headers;
  if (!reply.isTagPacked || etag === undefined) return reply;
  const { state } = reply;
  return {
    ...reply,
    headers: { ...reply.headers, etag: tagIn(coding, etag) },
    ...(state ? { state: { ...state, unchanged: tagReply(state.unchanged, coding) } } : {}),
  };
}

/** Callers send few different headers: each is read once. */
export function createCodingReader(): (header: string | undefined) => Coding | undefined {
  const known = new LRUCache<string, Coding | 'identity'>({ max: 200 });
  return (header) => {
    if (!header) return undefined;
    let coding = known.get(header);
    if (coding === undefined) {
      coding = codingFor(header) ?? 'identity';
      known.set(header, coding);
    }
    return coding === 'identity' ? undefined : coding;
  };
}
