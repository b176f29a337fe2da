import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { CacheValidity } from '../../cache/validity.ts';
import { ApiError } from '../../core/api-error.ts';
import type { Conditions } from '../conditional/preconditions.ts';
import type { Trace } from '../trace.ts';
import { type BodyLimit, collectBody, requestLimit } from './collect-body.ts';
import { maxUrlLength } from './refuse-unreadable.ts';

export interface IncomingRequest {
  method: string;
  url: string;
  /** Scheme and host as the caller used them, and the folder of the site. */
  origin: string;
  address: string;
  authorization: string | undefined;
  contentType: string | undefined;
  contentDisposition: string | undefined;
  methodOverride: string | undefined;
  conditions: Conditions;
  idempotencyKey: string | undefined;
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
    address: request.ip,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    contentDisposition: headerText(request.headers['content-disposition']),
    methodOverride: headerText(request.headers['x-http-method-override']),
    conditions: request.headers,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    body: async (limit = requestLimit(bodyLimit)) =>
      stream ? collectBody(stream, request.headers['content-length'], limit) : Buffer.alloc(0),
    id: request.id,
  };
}

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** HEAD is answered with the headers of GET. */
export const isRead = ({ method }: { method?: string | undefined }): boolean => method === 'GET' || method === 'HEAD';

/** Changes nothing. */
export const isSafe = (request: { method?: string | undefined }): boolean =>
  isRead(request) || request.method === 'OPTIONS';

/** Only these may be answered from the response cache. */
export const isAnonymousRead = ({ method, headers }: IncomingMessage): boolean =>
  isRead({ method }) && headers.authorization === undefined;
