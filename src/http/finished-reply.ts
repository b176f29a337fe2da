import { entityTag } from './conditional/entity-tag.ts';
import { formatHttpDate } from './conditional/http-date.ts';
import type { ModificationTimes } from './conditional/modification-times.ts';
import { type Conditions, isUnchanged, type Validators } from './conditional/preconditions.ts';
import { commonHeaders } from './headers.ts';
import type { OutgoingReply } from './pipeline.ts';

/** A finished reply: head and bytes as they go to the socket. */
export interface FinishedReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Of a reply to a read, with the 304 that stands for it. */
  state?: { validators: Validators; unchanged: FinishedReply };
}

/** `address` is all of the request that a read depends on, beside who asks. */
export function finishReply(reply: OutgoingReply, address: string, times: ModificationTimes): FinishedReply {
  const { status } = reply;
  const body = Buffer.from(JSON.stringify(reply.body));
  const headers: Record<string, string> = { ...reply.headers };
  const entity = { ...commonHeaders, ...headers, 'content-length': String(body.length) };
  if (!reply.read) return { status, headers: entity, body };
  const validators = times.validate(`${reply.read.userId} ${address}`, entityTag(body), reply.read.modified);
  const stamps = { etag: validators.etag, 'last-modified': formatHttpDate(validators.modified) };
  const { 'content-type': _type, ...others } = commonHeaders;
  const unchanged = { status: 304, headers: { ...others, ...headers, ...stamps }, body: Buffer.alloc(0) };
  return { status, headers: { ...entity, ...stamps }, body, state: { validators, unchanged } };
}

/** The reply, or that the reader has it already. */
export const replyFor = (conditions: Conditions, reply: FinishedReply): FinishedReply =>
  reply.state && isUnchanged(conditions, reply.state.validators) ? reply.state.unchanged : reply;
