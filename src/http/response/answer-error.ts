import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import { presentError } from '../error-body.ts';
import type { Serving } from '../serving.ts';
import { finishReply } from './finished-reply.ts';
import { corsHeaders } from './headers.ts';
import { sendReply } from './send-reply.ts';

/**
 * Answers what was thrown outside of the pipeline. What is wrong with the database is said before; what nobody expected
 * is told in full.
 */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, serving: Serving): void {
  const context = { language: serving.language, requestId: request.id, alias: false };
  const known = asApiError(error, serving);
  const shown = presentError(known ?? new ApiError('internal_server_error'), context);
  if (!known) request.log.error(error);
  else if (known !== error && known.status >= 500) serving.tell(error);
  reply.hijack();
  const done = finishReply({ ...shown, keepable: false }, '', serving.times);
  sendReply(reply.raw, done, corsHeaders(serving.cors, request.headers.origin));
}

/** Undefined for an error that nobody expected. */
function asApiError(error: Error & { statusCode?: number }, { toApiError }: Serving): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new ApiError('rest_bad_request', { status: error.statusCode });
  return toApiError(error);
}
