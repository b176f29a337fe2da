import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import type { OutgoingReply } from '../pipeline.ts';
import { isSafe } from '../request/methods.ts';
import type { Serving } from '../serving.ts';

type Telling = Pick<Serving, 'tell' | 'toApiError'>;

/** One line for each reply, and what lies behind a failure. */
export function logReply(request: FastifyRequest, reply: OutgoingReply, { tell, toApiError }: Telling): void {
  const { error } = reply;
  if (error instanceof Error && !(error instanceof ApiError) && toApiError(error)) tell(error);
  // Such as a storage that somebody else keeps.
  if (error instanceof ApiError && error.status === 503 && error.cause instanceof Error) tell(error.cause);
  const line = { method: request.method, path: (request.raw.url as string).split('?')[0], status: reply.status };
  if (reply.status === 500) request.log.error({ ...line, err: error }, 'failed');
  else if (isSafe(request)) request.log.debug(line, 'answered');
  else request.log.info(line, 'answered');
}
