// Tools use the API like any client: each call is one request through the pipeline, with the caller's credentials,
// so all its checks and limits apply.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { outageOf } from '../core/api-error.ts';
import type { Pipeline } from '../http/pipeline.ts';
import { mainNamespace } from '../http/request/api-url.ts';
import type { IncomingRequest } from '../http/request/incoming-request.ts';
import { maxUrlLength } from '../http/request/refuse-unreadable.ts';
import { type CallApi, ToolError } from './tool.ts';

interface ApiCallerOptions {
  pipeline: Pipeline;
  caller: Pick<IncomingRequest, 'origin' | 'address'> & { authorization: string | undefined };
  logger: Logger;
  /** For problems of the service, such as an unavailable database, that all calls have. */
  logThrottled: (error: Error) => void;
}

export function createApiCaller({ pipeline, caller, logger, logThrottled }: ApiCallerOptions): CallApi {
  const { authorization, ...sender } = caller;
  return async ({ method, path, query = {}, body }) => {
    const search = encode(query);
    const url = `/wp-json/${mainNamespace}${path}${search === '' ? '' : `?${search}`}`;
    if (url.length > maxUrlLength) throw new ToolError('The arguments are too long (rest_uri_too_long, 414)');
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const reply = await pipeline({
      ...sender,
      method,
      url,
      headers: { authorization, 'content-type': body === undefined ? undefined : 'application/json' },
      body: async () => bytes,
      id: randomUUID(),
    });
    const line = { method, path, status: reply.status, via: 'mcp' };
    const outage = outageOf(reply.error);
    if (reply.status === 500) logger.error({ ...line, err: reply.error }, 'failed');
    else if (outage) logThrottled(outage);
    else if (method === 'GET') logger.debug(line, 'answered');
    else logger.info(line, 'answered');
    const presented = Buffer.isBuffer(reply.body) ? JSON.parse(reply.body.toString()) : reply.body;
    return { status: reply.status, body: presented };
  };
}

function encode(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    // The API refuses an empty list, which without a parameter would mean no filter.
    const members = Array.isArray(value) && value.length === 0 ? [''] : value;
    if (Array.isArray(members)) return members.map((member) => [`${name}[]`, String(member)] as const);
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const];
  });
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}
