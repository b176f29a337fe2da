// Bounds the memory of large responses to slow readers; readers of the same response share its bytes.
import type { ServerResponse } from 'node:http';
import { ApiError } from '../../core/api-error.ts';

/** Responses of this size and more are counted while they are sent. */
export const largeBytes = 1024 ** 2;
/** Four of the largest feeds. */
const maxBytes = 256 * 1024 ** 2;
const maxBytesPerAddress = maxBytes / 2;
const retrySeconds = '30';

interface Sent {
  bytes: number;
  /** The first reader's. */
  address: string;
  readers: number;
}

interface Reader {
  /** `undefined` if the response is for this reader only. */
  key: string | undefined;
  bytes: number;
  address: string;
  socket: ServerResponse;
}

export function createLargeResponses<T extends object>() {
  const findable = new Map<string, T>();
  const sending = new Map<T, Sent>();
  const assertRoom = (bytes: number, address: string): void => {
    const others = [...sending.values()];
    const total = sum(others) + bytes;
    const ofAddress = sum(others.filter((sent) => sent.address === address)) + bytes;
    // A single response is always sent; feeds have their own size limit.
    if (others.length === 0 || (total <= maxBytes && ofAddress <= maxBytesPerAddress)) return;
    throw new ApiError('service_unavailable', { headers: { 'retry-after': retrySeconds } });
  };
  return {
    /** The response with this key that is being sent. */
    find: (key: string): T | undefined => findable.get(key),
    /**
     * Throws 503 `service_unavailable` if too much is being sent. More readers of the same response do not add to that.
     */
    send(response: T, { key, bytes, address, socket }: Reader): void {
      // The client has left while it waited: it is sent nothing, and `close` has been emitted.
      if (socket.destroyed) return;
      const existing = sending.get(response);
      if (!existing) assertRoom(bytes, address);
      const sent = existing ?? { bytes, address, readers: 0 };
      sent.readers += 1;
      sending.set(response, sent);
      if (key !== undefined) findable.set(key, response);
      socket.once('close', () => {
        sent.readers -= 1;
        if (sent.readers > 0) return;
        sending.delete(response);
        if (key !== undefined && findable.get(key) === response) findable.delete(key);
      });
    },
  };
}

const sum = (all: readonly Sent[]): number => all.reduce((total, { bytes }) => total + bytes, 0);
