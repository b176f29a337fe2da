import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import { presentError } from './error-body.ts';

export const maxUrlLength = 16_000;

type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** What the parser of HTTP itself refuses still gets the contract's error body. */
export function refuseUnreadable(error: ParserError, socket: Duplex, language: Language): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const refused = refusalOf(error);
  const { status, body } = presentError(refused, { language, requestId: randomUUID(), alias: false });
  const bytes = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(bytes)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${bytes}`);
}

/** The parser has one limit for an address and its headers together: which of both was too long, their bytes tell. */
function refusalOf({ code, rawPacket }: ParserError): ApiError {
  if (code !== 'HPE_HEADER_OVERFLOW') return new ApiError('rest_bad_request', { status: 400 });
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, maxUrlLength) : '';
  return /^[A-Z]+ \S*$/.test(start)
    ? new ApiError('rest_uri_too_long')
    : new ApiError('rest_bad_request', { status: 431 });
}
