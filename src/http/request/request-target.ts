import type { IncomingMessage } from 'node:http';

const wholeAddress = /^https?:\/\/([^/?#]*)\/?(.*)$/is;

/** A server has to take a whole address in place of a path; its host then counts, whatever `Host` says (RFC 9112, 3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const [, host, rest] = wholeAddress.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = `/${rest}`;
  request.headers.host = host;
}
