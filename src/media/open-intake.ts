import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Allowance } from './fetch/fetch-allowance.ts';
import type { ResolveHost } from './fetch/fetch-target.ts';
import { createSafeFetch } from './fetch/safe-fetch.ts';
import { createFairGate, createGate } from './gate.ts';
import type { ImageLimits } from './image-refused.ts';
import { createIntake, type Intake } from './intake.ts';
import type { MediaStorage } from './storage/storage.ts';

export interface IntakeSettings {
  storage: MediaStorage;
  limits: ImageLimits;
  /** Hosts to fetch from although they are private. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
  logger: Logger;
}

/** An AVIF image of 50 megapixels takes a gigabyte while it is decoded; other types take far less. */
const imagesInWork = 1;
const imagesFetched = 8;
/** A slow host leaves places to others. */
const fetchedPerHost = 4;
const fetchTimeoutMs = 10_000;

/** The intake of a running service, with its measures. */
export const openIntake = ({ storage, limits, allow, resolve, logger }: IntakeSettings): Intake =>
  createIntake({
    storage,
    limits,
    fetch: createSafeFetch({ allow, resolve, maxBytes: limits.bytes, timeoutMs: fetchTimeoutMs }),
    work: createGate(imagesInWork),
    fetching: createFairGate(imagesFetched, undefined, fetchedPerHost),
    unique: () => randomBytes(16).toString('hex'),
    onLeft: (key, err) => logger.error({ key, err }, 'a file of an image could not be removed'),
  });
