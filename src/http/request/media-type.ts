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
