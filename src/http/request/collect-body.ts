// Bodies are read only after the checks that precede them (D1).
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '../../core/api-error.ts';

export interface BodyLimit {
  bytes: number;
  /** The error for a larger body. */
  tooLarge: () => ApiError;
}

export const requestLimit = (bytes: number): BodyLimit => ({
  bytes,
  tooLarge: () => new ApiError('rest_request_too_large', { args: { limit: bytes } }),
});

/** The whole body; rejects as soon as the limit is exceeded, and leaves the rest unread. */
export function collectBody(stream: Readable, declared: string | undefined, limit: BodyLimit): Promise<Buffer> {
  if (Number(declared ?? 0) > limit.bytes) return Promise.reject(limit.tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit.bytes) settle(() => reject(limit.tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, length)));
    const onBroken = () => settle(() => reject(new ApiError('rest_bad_request')));
    // Iterating would destroy the connection, and with it the reply, as soon as the limit is exceeded.
    const settle = (finish: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      stream.on('error', () => {});
      finish();
    };
    stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

/** Beyond this the connection is closed. */
const maxDrainedBytes = 64 * 1024 * 1024;

/** Reads an unread body to its end, so that the client finishes sending and reads the reply. */
export function drainUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let length = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDrainedBytes) request.destroy();
  });
  request.resume();
}
