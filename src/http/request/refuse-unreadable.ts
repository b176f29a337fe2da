import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiError } from '../../core/api-error.ts';
import type { Language } from '../../core/languages.ts';
import { presentError } from '../error-body.ts';
import { type CorsOptions, commonHeaders, corsHeaders } from '../response/headers.ts';

// Not imported, for the reason in http/server.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export const maxUrlLength = 16_000;

type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** Time to read the refusal before the connection is closed. */
const lingerMs = 1000;

interface Refusing {
  language: Language;
  cors: CorsOptions;
  logger: Logger;
}

/** With pipelined requests, the refusal is the last reply and never interrupts another. */
export function createUnreadableRefusal(serving: Refusing) {
  const latest = new WeakMap<Duplex, { last: ServerResponse; before: ServerResponse | undefined }>();
  const refuse = (error: ParserError, socket: Duplex): void => {
    if (!socket.writable) return;
    const { last, before } = latest.get(socket) ?? {};
    const pending = [before, last].find((response) => response && isPending(response));
    if (pending) {
      pending.once('close', () => refuse(error, socket));
      return;
    }
    // A request that was cut off in its body may already have been answered.
    const isAnswered = last?.headersSent === true && !last.req.complete;
    socket.end(isAnswered ? undefined : messageOf(error, serving));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
  return {
    /** Registers the next request on its connection. */
    track(response: ServerResponse): void {
      latest.set(response.req.socket, { last: response, before: latest.get(response.req.socket)?.last });
    },
    /** Requests that the HTTP parser rejects get the usual error body. */
    refuse,
  };
}

/** A response that waits for the rest of an unreadable body will never be sent. */
const isPending = (response: ServerResponse): boolean =>
  !response.writableFinished && !response.destroyed && (response.req.complete || response.headersSent);

/** The whole reply. `Origin` and `Host` are unknown, so it allows all origins or none, and has no `Link`. */
function messageOf(error: ParserError, { language, cors, logger }: Refusing): string {
  const requestId = randomUUID();
  const { status, body } = presentError(refusalOf(error), { language, request: { id: requestId, method: '' } });
  logger.debug({ reqId: requestId, status }, 'refused');
  const bytes = JSON.stringify(body);
  const headers = {
    ...commonHeaders,
    ...corsHeaders(cors, undefined),
    'x-request-id': requestId,
    'content-language': language,
    'content-length': Buffer.byteLength(bytes),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${bytes}`;
}

/** The parser has one limit for the URL and headers together; the bytes show which of them was too long. */
function refusalOf({ code, rawPacket }: ParserError): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('rest_bad_request', { status: 408, message: 'request_too_slow' });
  if (code !== 'HPE_HEADER_OVERFLOW') return new ApiError('rest_bad_request', { status: 400 });
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, maxUrlLength) : '';
  return /^[A-Z]+ \S*$/.test(start)
    ? new ApiError('rest_uri_too_long')
    : new ApiError('rest_bad_request', { status: 431 });
}
