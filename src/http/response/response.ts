// Responses are serialised once, then sent plain, compressed, or as a 304.
import { entityTag, formatHttpDate, matchesWeakly, tagForCoding } from '../conditional/validators.ts';
import { type Coding, compress, isWorthCompressing } from './content-coding.ts';
import { commonHeaders, joinHeaders } from './headers.ts';
import type { OutgoingReply } from './outgoing.ts';

/** Status, headers and bytes, ready for the socket. */
export interface SerialisedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body is compressed for callers that accept that. */
  compressible: boolean;
  /** The body of the entity tag is compressed, so the tag names the coding. */
  isTagCompressed: boolean;
  /** The 304 to a read whose entity tag the client already has. */
  unchanged?: { etag: string; response: SerialisedResponse };
}

export function serialise(reply: OutgoingReply, lastModified: (newest: number | undefined) => number) {
  const { status, read } = reply;
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(JSON.stringify(reply.body));
  const compressible = isWorthCompressing(body.length, { ...commonHeaders, ...reply.headers });
  const headers = { ...commonHeaders, ...joinHeaders(reply.headers, compressible ? { vary: 'Accept-Encoding' } : {}) };
  const entity = { ...headers, 'content-length': String(body.length) };
  const response: SerialisedResponse = { status, headers: entity, body, compressible, isTagCompressed: compressible };
  if (!read) return { ...response, isTagCompressed: isWorthCompressing(reply.tagBytes ?? 0, commonHeaders) };
  const etag = entityTag(read.digest ?? body);
  const validators = { etag, 'last-modified': formatHttpDate(lastModified(read.modified)) };
  const { 'content-type': _type, ...others } = headers;
  const notModified: SerialisedResponse = {
    status: 304,
    headers: { ...others, ...validators },
    body: Buffer.alloc(0),
    compressible: false,
    isTagCompressed: compressible,
  };
  return { ...response, headers: { ...entity, ...validators }, unchanged: { etag, response: notModified } };
}

/**
 * The response, or its 304 if the caller has it. Only tags count, not dates: no date in a list shows that a record has
 * disappeared.
 */
export function unlessUnchanged(
  headers: { 'if-none-match'?: string | undefined },
  response: SerialisedResponse,
): SerialisedResponse {
  const tags = headers['if-none-match'];
  const { unchanged } = response;
  return tags !== undefined && unchanged && matchesWeakly(tags, unchanged.etag) ? unchanged.response : response;
}

/** The response with a compressed body, which has its own entity tag (RFC 9110, 8.8.3). */
export async function compressed(response: SerialisedResponse, coding: Coding): Promise<SerialisedResponse> {
  const tagged = withCodingInTag(response, coding);
  const body = await compress(coding, response.body);
  const headers = { ...tagged.headers, 'content-encoding': coding, 'content-length': String(body.length) };
  return { ...tagged, headers, body, compressible: false };
}

/** The tag of a compressed body, or of one that a write describes, names the coding. */
export function withCodingInTag(response: SerialisedResponse, coding: Coding): SerialisedResponse {
  const { unchanged, headers } = response;
  if (!response.isTagCompressed || headers['etag'] === undefined) return response;
  return {
    ...response,
    headers: { ...headers, etag: tagForCoding(coding, headers['etag']) },
    ...(unchanged ? { unchanged: { ...unchanged, response: withCodingInTag(unchanged.response, coding) } } : {}),
  };
}

/** The response with its own copy of the bytes: a slice of Node's buffer pool would keep the whole pool in memory. */
export function forCaching(response: SerialisedResponse): SerialisedResponse {
  const { body: bytes } = response;
  if (bytes.length === bytes.buffer.byteLength) return response;
  const body = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(body);
  return { ...response, body };
}
