import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '../../core/api-error.ts';
import { failureReason } from '../../fetch/failure-reason.ts';
import type { ByteRange } from '../../http/endpoints/file-routes.ts';

export interface StoredFile {
  key: string;
  size: number;
  /** UTC seconds. */
  modifiedAt: number;
}

/** Storage of image files. The content of a key never changes. */
export interface MediaStorage {
  /** Atomic and durable: the key does not exist until the whole file is stored. */
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** `undefined` if the key does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Succeeds if the key does not exist. */
  remove(key: string): Promise<void>;
  /** All files, including remains of an interrupted `put`. */
  list(): AsyncIterable<StoredFile>;
}

const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** Keys are names joined by slashes and cannot escape the storage. */
const isKey = (text: string): boolean => text.length <= 500 && text.split('/').every((name) => segment.test(name));

/** Year, month and folder of an image. A bucket without a prefix may also hold the files of other programs. */
export const isOfImage = (key: string): boolean => /^\d{4}\/\d{2}\/[a-z0-9]{1,64}\/[^/]+$/.test(key) && isKey(key);

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is not the key of a stored file`);
}

/** A whole file; `undefined` if the key does not exist. */
export async function readWhole(storage: MediaStorage, key: string): Promise<Buffer | undefined> {
  const stream = await storage.read(key);
  return (
    stream &&
    buffer(stream).catch((error: unknown) => {
      throw storageUnavailable(new Error(`reading ${key} broke off: ${failureReason(error)}`, { cause: error }));
    })
  );
}

/** Clients can only retry; the reason is logged. */
export const storageUnavailable = (cause: Error): ApiError =>
  new ApiError('service_unavailable', { headers: { 'retry-after': '30' }, cause });
