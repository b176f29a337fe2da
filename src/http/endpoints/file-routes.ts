// Files under `/media/`. They never change, so they may be cached forever.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { formatHttpDate, matchesWeakly, parseHttpDate } from '../conditional/validators.ts';
import { inlineDisposition } from '../request/content-disposition.ts';
import { type CorsOptions, corsHeaders } from '../response/headers.ts';

export interface ServedFile {
  name: string;
  mimeType: string;
  size: number;
  etag: string;
  /** UTC seconds. */
  modified: number;
  /** `undefined` if the file is missing. */
  open(range: ByteRange | undefined): Promise<Readable | undefined>;
}

export interface FileRoutesOptions {
  /** The file at a path below `/media/`. */
  find(path: string): Promise<ServedFile | undefined>;
  cors: CorsOptions;
}

export function registerFiles(app: FastifyInstance, options: FileRoutesOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    handler: (request, reply) => serve(request, reply, options),
  });
}

async function serve(request: FastifyRequest, reply: FastifyReply, { find, cors }: FileRoutesOptions): Promise<void> {
  const file = await find((request.params as { '*': string })['*']);
  if (!file) throw new ApiError('rest_no_route');
  const headers = { ...headersOf(file), ...corsHeaders(cors, request.headers.origin) };
  if (isUnchanged(request, file)) return end(reply, 304, headers);
  const range = asksForPart(request, file) ? rangeIn(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    return end(reply, 416, { ...headers, 'content-range': `bytes */${file.size}`, 'cache-control': 'no-cache' });
  }
  const length = range ? range.end - range.start + 1 : file.size;
  const sent = {
    ...headers,
    'content-type': file.mimeType,
    'content-length': String(length),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` } : {}),
  };
  if (request.method === 'HEAD') return end(reply, 200, sent);
  const bytes = await file.open(range);
  if (!bytes) throw new ApiError('rest_no_route');
  await stream(request, reply, bytes, { status: range ? 206 : 200, headers: sent });
}

const headersOf = (file: ServedFile): Record<string, string> => ({
  etag: file.etag,
  'last-modified': formatHttpDate(file.modified),
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'content-disposition': inlineDisposition(file.name),
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
});

/** `If-None-Match` counts alone where it is sent (RFC 9110, 13.2.2). */
function isUnchanged({ headers }: FastifyRequest, file: ServedFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesWeakly(tags, file.etag);
  const since = headers['if-modified-since'];
  const moment = since === undefined ? undefined : parseHttpDate(since);
  return moment !== undefined && file.modified <= moment;
}

/**
 * A range is for GET only (RFC 9110, 14.2). With `If-Range` it applies only if the caller has the rest of this very file.
 */
function asksForPart({ method, headers }: FastifyRequest, file: ServedFile): boolean {
  if (method !== 'GET') return false;
  const condition = headers['if-range'];
  if (typeof condition !== 'string') return true;
  return condition.trim() === file.etag || parseHttpDate(condition) === file.modified;
}

function end(reply: FastifyReply, status: number, headers: Record<string, string>): void {
  reply.hijack();
  reply.raw.writeHead(status, headers);
  reply.raw.end();
}

/** A truncated file aborts the connection, so that it does not pass for the whole. */
async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Readable,
  { status, headers }: { status: number; headers: Record<string, string> },
): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(status, headers);
  try {
    await pipeline(bytes, exactly(Number(headers['content-length'])), reply.raw);
  } catch (error) {
    if (!request.raw.destroyed && !reply.raw.destroyed) request.log.error(error, 'sending a file failed');
    reply.raw.destroy();
  }
}

/** A client would wait for bytes that were announced and do not come. */
const exactly = (length: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let sent = 0;
    for await (const chunk of source) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== length) throw new Error(`${sent} bytes were stored instead of ${length}`);
  };

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a `Range` header requests. Several ranges, other units and malformed headers are ignored
 * (RFC 9110, 14.2).
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
