// Fetches the images of a site: each address once, before the records that show it.

import { setTimeout } from 'node:timers/promises';
import type { StoredImage } from '../../core/images.ts';
import type { Caller } from '../../core/roles.ts';
import { FetchFailed } from '../../media/fetch/fetch-target.ts';
import { ImageRefused } from '../../media/image-refused.ts';
import type { Intake } from '../../media/intake.ts';
import { addMedium, findKnown } from '../../resources/media/library.ts';
import { takenIds } from '../../resources/records/rows/record-ids.ts';
import type { Store } from '../../store/store.ts';
import type { Reporter } from '../report.ts';
import type { SurveyedImage } from '../source/survey.ts';

export interface ImageOptions {
  store: Store;
  intake: Intake;
  /** Owner of the images. */
  caller: Caller;
  language: string;
  /** UTC seconds. */
  now: number;
  signal: AbortSignal;
  reporter: Reporter;
  /** Rest before an image is asked for a second time. */
  retryMs: number;
  /** By address, where the site states them. */
  details: ReadonlyMap<string, ImageDetails>;
}

export interface ImageDetails {
  texts: { title: string; altText: string };
  /** The file that the one shown was made of. */
  original?: string | undefined;
  /** The largest first: for where the others are too large here. */
  smaller?: readonly string[];
}

export interface ImageBook {
  /** The image here; undefined for one that could not be had. */
  idOf(address: string): number | undefined;
  /** Fetches and stores those that are not stored yet. */
  take(images: readonly SurveyedImage[]): Promise<void>;
}

export function createImageBook(options: ImageOptions): ImageBook {
  const ids = new Map<string, number | undefined>();
  return {
    idOf: (address) => ids.get(address),
    async take(images) {
      for (const image of images) {
        options.signal.throwIfAborted();
        if (!ids.has(image.address)) ids.set(image.address, await takeOne(image, options));
      }
    },
  };
}

async function takeOne(image: SurveyedImage, options: ImageOptions): Promise<number | undefined> {
  const { store, reporter } = options;
  const stored = await findKnown(store.reader, image.address);
  if (stored !== undefined) return stored;
  try {
    return await keep(await fetchBest(image.address, options), image, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof FetchFailed || error instanceof ImageRefused)) throw error;
    const subject = { source: image.source, record: image.record };
    reporter.note(
      subject,
      'has an image that cannot be taken over; comes without it',
      `${image.address}: ${reasonOf(error)}`,
    );
    return undefined;
  }
}

/** The original where it can be had, else the image shown, else one that is small enough. */
async function fetchBest(address: string, options: ImageOptions): Promise<StoredImage> {
  const { original, smaller = [] } = options.details.get(address) ?? {};
  if (original !== undefined && original !== address) {
    const stored = await options.intake.fromAddress(original, options.now, options.signal).catch(unlessFailed);
    if (stored !== undefined) return stored;
  }
  try {
    return await fetchWithRetry(address, options);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    for (const one of smaller) {
      const stored = await fetchWithRetry(one, options).catch(unlessFailed);
      if (stored !== undefined) return stored;
    }
    throw error;
  }
}

const isTooLarge = (error: unknown): boolean =>
  (error instanceof FetchFailed && error.reason === 'too-large') ||
  (error instanceof ImageRefused && error.fault === 'too-large');

function unlessFailed(error: unknown): undefined {
  if (!(error instanceof FetchFailed || error instanceof ImageRefused)) throw error;
}

/** What failed on the way is tried once more; what is refused stays refused. */
async function fetchWithRetry(address: string, { intake, now, signal, retryMs }: ImageOptions): Promise<StoredImage> {
  try {
    return await intake.fromAddress(address, now, signal);
  } catch (error) {
    const isPassing = error instanceof FetchFailed && /^(status (429|5\d\d)|no answer|too slow)/.test(error.message);
    if (!isPassing) throw error;
    await setTimeout(retryMs, undefined, { signal });
    return intake.fromAddress(address, now, signal);
  }
}

async function keep(stored: StoredImage, { address, id }: SurveyedImage, options: ImageOptions): Promise<number> {
  const { store, intake, caller, language, now, details } = options;
  try {
    return await store.write(async (db) => {
      const sameId = id === undefined || (await takenIds(db, [id])).has(id) ? {} : { id };
      return addMedium(
        db,
        stored,
        { caller, language, now },
        { source: address, ...details.get(address)?.texts, ...sameId },
      );
    });
  } catch (error) {
    await intake.discard(stored);
    throw error;
  }
}

const reasons = { refused: 'its host is not public (see --fetch-allow)', failed: 'it cannot be fetched' };
const faults = {
  unsupported: 'it is no image of a known type',
  broken: 'it is damaged',
  'too-large': 'it is too large',
};

function reasonOf(error: FetchFailed | ImageRefused): string {
  if (error instanceof ImageRefused) return faults[error.fault];
  if (error.reason === 'too-large') return faults['too-large'];
  return `${reasons[error.reason]} (${error.message})`;
}
