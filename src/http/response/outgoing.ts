import { anonymous, mayAdminister } from '../../core/roles.ts';
import { entityTagOf } from '../conditional/validators.ts';
import { joinLinks } from '../discovery.ts';
import { splitCommas, toMembers } from '../params/lists.ts';
import type { Raw } from '../params/raw.ts';
import { type IncomingRequest, isRead } from '../request/incoming-request.ts';
import type { RequestState } from '../request-context.ts';
import type { Reply } from '../route.ts';
import { envelopeHeaders } from './headers.ts';
import { selectFields } from './select-fields.ts';
import { assertSize, sizeOf } from './size-limit.ts';

export interface OutgoingReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** The same for every anonymous caller, until the calendar changes or the validity ends. */
  cacheable: boolean;
  /** UTC seconds at which the response changes without a write, if that is before the end of the validity. */
  until?: number;
  /** Present for a successful read. */
  read?: Pick<Reply, 'modified' | 'digest'> | undefined;
  tagBytes?: number | undefined;
  /** `Server-Timing` for administrators. */
  isTimed?: boolean;
  error?: unknown;
}

/** Adds the common headers, and selects the requested part of the body. */
export function toOutgoing(reply: Reply, state: RequestState, request: IncomingRequest): OutgoingReply {
  const signedIn = state.caller !== anonymous || request.headers.authorization !== undefined;
  const headers: Record<string, string> = {
    'content-language': languageOf(reply) ?? state.language,
    ...state.headers,
    ...reply.headers,
    link: joinLinks(reply.headers?.['link'], state.headers['link']),
  };
  const secret = signedIn || state.params.has('password');
  headers['cache-control'] = secret ? 'private, no-store' : 'no-cache';
  const isTimed = mayAdminister(state.caller);
  const isSuccessfulRead = reply.status === 200 && isRead(request);
  const cacheable = isSuccessfulRead && !secret && !state.uncacheable && request.method === 'GET';
  const read = isSuccessfulRead ? { modified: reply.modified, digest: reply.digest } : undefined;
  const outgoing = { status: reply.status, headers, cacheable, isTimed, read, tagBytes: reply.tagBytes };
  if (Buffer.isBuffer(reply.body)) return { ...outgoing, body: reply.body };
  const fields = fieldNames(state.params.get('_fields'));
  const body = fields && reply.status < 400 ? selectFields(reply.body, fields) : reply.body;
  // A write has checked its reply before its commit.
  if (isSuccessfulRead) assertSize(sizeOf(body));
  if (!state.params.has('_envelope')) return { ...outgoing, body };
  const inside = isSuccessfulRead ? { ...headers, etag: entityTagOf(body) } : headers;
  return { ...outgoing, ...inEnvelope({ status: reply.status, headers: inside, body }) };
}

/** The status and body of a reply that has the given ones inside, for clients that see neither status nor headers. */
export const inEnvelope = (reply: Pick<OutgoingReply, 'status' | 'headers' | 'body'>) => ({
  status: 200,
  body: { body: reply.body, status: reply.status, headers: envelopeHeaders(reply.headers) },
});

/** The names in `_fields`; `undefined` selects all fields. */
export function fieldNames(raw: Raw | undefined): string[] | undefined {
  // A JSON list may contain values that are not text.
  const texts = (raw === undefined ? [] : (toMembers(raw) ?? [])).filter((member) => typeof member === 'string');
  const names = texts.flatMap(splitCommas);
  return names.length > 0 ? names : undefined;
}

/** The language of a single record, also of a deleted one; lists and errors use the selected language. */
function languageOf({ body, status }: Reply): string | undefined {
  const record = (status < 400 ? body : {}) as { language?: unknown; previous?: { language?: unknown } };
  const language = record.language ?? record.previous?.language;
  return typeof language === 'string' ? language : undefined;
}
