import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import { presentError } from './error-body.ts';

/** What the parser of HTTP itself refuses still gets the contract's error body. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, language: Language): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const refused = new ApiError('rest_bad_request', { status });
  const { body } = presentError(refused, { language, requestId: randomUUID(), alias: false });
  const bytes = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(bytes)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${bytes}`);
}
