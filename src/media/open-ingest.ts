import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Allowance } from './fetch/fetch-allowance.ts';
import type { ResolveHost } from './fetch/fetch-target.ts';
import { createSafeFetch } from './fetch/safe-fetch.ts';
import type { ImageLimits } from './image-refused.ts';
import { createIngest, type Ingest } from './ingest.ts';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';
import type { MediaStorage } from './storage/storage.ts';

export interface IngestSettings {
  storage: MediaStorage;
  limits: ImageLimits;
  /** Exceptions for private hosts. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
  logger: Logger;
}

/** Decoding an AVIF image of 50 megapixels takes a gigabyte; other types take far less. */
const maxProcessed = 1;
const maxFetched = 8;
/** So that a slow host does not block all others. */
const maxFetchedPerHost = 4;
const fetchTimeoutMs = 10_000;

/** Ingest with the concurrency limits and timeouts of the service. */
export const openIngest = ({ storage, limits, allow, resolve, logger }: IngestSettings): Ingest =>
  createIngest({
    storage,
    limits,
    fetch: createSafeFetch({ allow, resolve, maxBytes: limits.bytes, timeoutMs: fetchTimeoutMs }),
    work: createSemaphore(maxProcessed),
    fetching: createKeyedSemaphore(maxFetched, undefined, maxFetchedPerHost),
    unique: () => randomBytes(16).toString('hex'),
    onRemovalFailed: (key, err) => logger.error({ key, err }, 'a file of an image could not be removed'),
  });
