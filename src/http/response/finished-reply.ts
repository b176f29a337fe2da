import { entityTag } from '../conditional/entity-tag.ts';
import { formatHttpDate } from '../conditional/http-date.ts';
import type { ModificationTimes } from '../conditional/modification-times.ts';
import { type Conditions, isUnchanged, type Validators } from '../conditional/preconditions.ts';
import type { OutgoingReply } from '../pipeline.ts';
import { isWorthPacking } from './content-coding.ts';
import { commonHeaders, joinHeaders } from './headers.ts';

/** A finished reply: head and bytes as they go to the socket. */
export interface FinishedReply {
  status: number;
  headers: Record<string, string>;
  /** The headers as the socket takes them fastest: names and values in turn. */
  head?: readonly string[];
  body: Buffer;
  /** Whether callers who take it get the body packed. */
  packable: boolean;
  /** Whether the body that the tag stands for is one that is packed. */
  isTagPacked: boolean;
  /** Of a reply to a read, with the 304 that stands for it. */
  state?: { validators: Validators; unchanged: FinishedReply };
}

const varying = ({ vary }: OutgoingReply['headers']): string => (vary ? `${vary}, ` : '') + 'Accept-Encoding';

/** `address` is all of the request that a read depends on, beside who asks. */
export function finishReply(reply: OutgoingReply, address: string, times: ModificationTimes): FinishedReply {
  const { status } = reply;
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(JSON.stringify(reply.body));
  const packable = isWorthPacking(body.length, { ...commonHeaders, ...reply.headers });
  const headers: Record<string, string> = { ...reply.headers, ...(packable ? { vary: varying(reply.headers) } : {}) };
  const entity = { ...commonHeaders, ...headers, 'content-length': String(body.length) };
  if (!reply.read) {
    const isTagPacked = isWorthPacking(reply.tagBytes ?? 0, commonHeaders);
    return { status, headers: entity, body, packable, isTagPacked };
  }
  const validators = times.validate(
    `${reply.read.userId} ${address}`,
    entityTag(reply.read.digest ?? body),
    reply.read.modified,
  );
  const stamps = { etag: validators.etag, 'last-modified': formatHttpDate(validators.modified) };
  const { 'content-type': _type, ...others } = { ...commonHeaders, ...headers };
  const unchanged = {
    status: 304,
    headers: { ...others, ...stamps },
    body: Buffer.alloc(0),
    packable: false,
    isTagPacked: packable,
  };
  const state = { validators, unchanged };
  return { status, headers: { ...entity, ...stamps }, body, packable, isTagPacked: packable, state };
}

/** The reply, or that the reader has it already. */
export const replyFor = (conditions: Conditions, reply: FinishedReply): FinishedReply =>
  reply.state && isUnchanged(conditions, reply.state.validators) ? reply.state.unchanged : reply;

/** The reply and its 304 with headers that every one of its readers gets, made ready to be sent many times. */
export function toKeep(reply: FinishedReply, more: Record<string, string>): FinishedReply {
  const headers = joinHeaders(reply.headers, more);
  const state = reply.state && { ...reply.state, unchanged: toKeep(reply.state.unchanged, more) };
  return {
    ...reply,
    headers,
    head: Object.entries(headers).flat(),
    body: alone(reply.body),
    ...(state ? { state } : {}),
  };
}

/** In memory of its own: a small piece of a shared pool, or of a packer's, would hold all of that. */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** A reply whose time tells too little gets a better one in the next second: it may be kept until then. */
export const certainUntil = ({ state }: FinishedReply): number =>
  state?.validators.betterAt ?? Number.POSITIVE_INFINITY;
