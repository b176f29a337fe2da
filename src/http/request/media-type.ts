import type { onRequestHookHandler } from 'fastify';

const token = "[\\w!#$%&'*+.^`|~-]+";
const mediaType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|$)`);

/**
 * Fastify refuses what is no media type before anybody is asked who they are (D1). The body of such a request is passed
 * over, like one of a type that is not known here; an empty type is none.
 */
export const mendMediaType: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const type = headers['content-type'];
  if (type?.trim() === '') delete headers['content-type'];
  else if (type !== undefined && !mediaType.test(type)) headers['content-type'] = 'application/octet-stream';
  done();
};
