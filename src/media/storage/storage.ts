import type { Readable } from 'node:stream';
import { ApiError } from '../../core/api-error.ts';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  size: number;
  /** UTC seconds. */
  modifiedAt: number;
}

/** Where the bytes of images are kept. What is put under a key is never put there again in another form. */
export interface MediaStorage {
  /** When this returns the file is kept, whole; before that nothing is under the key. */
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** `undefined` where nothing is under the key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
  /** Every file, what an interrupted `put` left behind included. */
  list(): AsyncIterable<StoredFile>;
}

const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** Keys are names joined by slashes; none can lead out of the storage. */
export function assertKey(key: string): void {
  if (key.length > 500 || !key.split('/').every((name) => segment.test(name))) {
    throw new Error(`${JSON.stringify(key)} is no key of a stored file`);
  }
}

/** Whatever is wrong with the storage, the caller can only come again; the log tells the reason. */
export function storageUnavailable(cause: unknown): ApiError {
  const error = new ApiError('service_unavailable', { headers: { 'retry-after': '30' } });
  error.cause = cause;
  return error;
}
