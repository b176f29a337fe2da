import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { isFromPageOfOthers } from '../auth/cross-site.ts';
import type { IncomingRequest } from '../pipeline.ts';
import { collectBody, requestLimit } from './collect-body.ts';
import { maxUrlLength } from './refuse-unreadable.ts';

/** The request as the pipeline takes it; throws for what is refused whatever it asks for. */
export function incomingRequest(request: FastifyRequest, origin: string, bodyLimit: number): IncomingRequest {
  const url = request.raw.url as string;
  if (url.length > maxUrlLength) throw new ApiError('rest_uri_too_long');
  if (isFromPageOfOthers(request.method, request.headers)) throw new ApiError('rest_forbidden', { status: 403 });
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
