import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { CacheValidity } from '../../cache/validity.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Trace } from '../trace.ts';
import { type BodyLimit, collectBody, requestLimit } from './collect-body.ts';
import { maxUrlLength } from './refuse-unreadable.ts';

export interface IncomingRequest {
  method: string;
  url: string;
  /** Scheme and host as the caller used them, and the folder of the site. */
  origin: string;
  address: string;
  headers: IncomingHttpHeaders;
  /** Version of the calendar and validity, if looked up on arrival. */
  validity?: CacheValidity | undefined;
  /** Measures the steps of the work. */
  trace?: Trace | undefined;
  /** Reads the body; without a limit of the route, the service's applies. */
  body(limit?: BodyLimit): Promise<Buffer>;
  id: string;
}

/** The request in the form of the pipeline. Throws for requests that are always refused. */
export function incomingRequest(request: FastifyRequest, origin: string, bodyLimit: number): IncomingRequest {
  const url = request.raw.url as string;
  if (url.length > maxUrlLength) throw new ApiError('rest_uri_too_long');
  const stream = request.body as Readable | undefined;
  return {
    method: request.method,
    url,
    origin,
    address: addressOf(request),
    headers: request.headers,
    body: async (limit = requestLimit(bodyLimit)) =>
      stream ? collectBody(stream, request.headers['content-length'], limit) : Buffer.alloc(0),
    id: request.id,
  };
}

/** As in `X-Forwarded-For` of some proxies: `192.0.2.1:4001`, `[2001:db8::1]:4001`. */
const addressWithPort = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/** The client's address, without a port; empty if it has disconnected, which the type of `ip` omits. */
export function addressOf({ ip = '' }: { ip: string | undefined }): string {
  const [, ipv4, ipv6] = addressWithPort.exec(ip) ?? [];
  return ipv4 ?? ipv6 ?? ip;
}

/** A header that has no list of values. */
export const headerIn = ({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined =>
  [headers[name]].flat()[0];

/** HEAD is answered with the headers of GET. */
export const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** Changes nothing. */
export const isSafe = (request: { method?: string | undefined }): boolean =>
  isRead(request) || request.method === 'OPTIONS';

/** Only these may be answered from the response cache. */
export const isAnonymousRead = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  isRead({ method }) && headers.authorization === undefined;
