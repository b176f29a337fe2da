// Requests that the server library would reject or misread.
import type { IncomingMessage } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../../core/api-error.ts';

const token = "[\\w!#$%&'*+.^`|~-]+";
const mediaType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|$)`);

/**
 * Fastify rejects malformed media types before authentication (D1 requires the opposite order). The body of such a
 * request is ignored, like one of an unknown type; an empty type counts as none.
 */
export const normaliseMediaType: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const type = headers['content-type'];
  if (type?.trim() === '') delete headers['content-type'];
  else if (type !== undefined && !mediaType.test(type)) headers['content-type'] = 'application/octet-stream';
  done();
};

const wholeUrl = /^https?:\/\/([^/?#]*)\/?(.*)$/is;

/** A request may name a whole URL instead of a path; its host then replaces the header `Host` (RFC 9112, 3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const [, host, rest] = wholeUrl.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = `/${rest}`;
  request.headers.host = host;
}

/** Requests that Node would refuse with an empty body: no or several hosts, or an unknown expectation. */
export function refusalOf({ httpVersion, headers, rawHeaders }: IncomingMessage): ApiError | undefined {
  let hosts = 0;
  // This runs for every cached response, so it compares only names of that length.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  const isHostMissing = hosts === 0 && headers.host === undefined && httpVersion !== '1.0';
  if (isHostMissing || hosts > 1) return new ApiError('rest_bad_request', { status: 400 });
  const { expect } = headers;
  const isExpected = expect === undefined || expect.toLowerCase() === '100-continue';
  return isExpected ? undefined : new ApiError('rest_bad_request', { status: 417 });
}

export const refuseMalformed: onRequestHookHandler = ({ raw }, _reply, done) => done(refusalOf(raw));
