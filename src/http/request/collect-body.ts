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
export async function collectBody(stream: Readable, declared: string | undefined, limit: BodyLimit): Promise<Buffer> {
  if (Number(declared ?? 0) > limit.bytes) throw limit.tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('error', () => undefined);
  try {
    // Destroying the stream would end the connection, and with it the reply.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit.bytes) throw limit.tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('rest_bad_request');
  }
  return Buffer.concat(chunks, length);
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
