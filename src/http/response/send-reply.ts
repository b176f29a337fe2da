import type { ServerResponse } from 'node:http';
import type { FinishedReply } from './finished-reply.ts';
import { joinHeaders } from './headers.ts';

/** Node sends no body in answer to HEAD, whatever is given to it. */
export function sendReply(response: ServerResponse, reply: FinishedReply, extra: Record<string, string>): void {
  response.writeHead(reply.status, joinHeaders(reply.headers, extra));
  response.end(reply.body);
}
