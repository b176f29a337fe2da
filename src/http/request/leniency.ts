// Requests that the server library would reject or misread.
import type { IncomingMessage } from 'node:http';
import type { onRequestHookHandler } from 'fastify';

const token = "[\\w!#$%&'*+.^`|~-]+";
const mediaType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|$)`);

/**
 * Fastify rejects malformed media types before authentication (D1 requires the opposite order). The body of such a
 * request is ignored, like one of an unknown type; an empty type counts as none.
 */
export const mendMediaType: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const type = headers['content-type'];
  if (type?.trim() === '') delete headers['content-type'];
  else if (type !== undefined && !mediaType.test(type)) headers['content-type'] = 'application/octet-stream';
  done();
};

const wholeAddress = /^https?:\/\/([^/?#]*)\/?(.*)$/is;

/** A request may name a whole URL instead of a path; its host then replaces the header `Host` (RFC 9112, 3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const [, host, rest] = wholeAddress.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = `/${rest}`;
  request.headers.host = host;
}
