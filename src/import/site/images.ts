// Fetches the images of a site: each URL once, before the records that refer to it. Hosts are fetched from in parallel.

import { setTimeout } from 'node:timers/promises';
import type { StoredImage } from '../../core/images.ts';
import { FetchFailed } from '../../fetch/fetch-target.ts';
import { ImageRefused } from '../../media/image-refused.ts';
import { addMedium, findExistingImage } from '../../resources/media/library.ts';
import { idsInUse } from '../../resources/records/rows/record-table.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { isOutcomeUnknown } from '../../store/unavailable.ts';
import { ownerOf } from '../images.ts';
import type { ImageDetails } from './image-details.ts';
import type { SiteRun } from './run.ts';
import type { FoundImage } from './scan.ts';

type Unavailable = FetchFailed | ImageRefused;
type Outcome = StoredImage | Unavailable;

interface ImageRun extends SiteRun {
  /** By the URLs of images. */
  details: DiskMap<ImageDetails>;
  /** The highest id of the source. */
  maxRecordId: number;
}

export function createImageBook(run: ImageRun) {
  const { store, ingest, signal } = run;
  const ids = new Map<string, number | undefined>();
  const failures = new Map<string, number>();
  return {
    /** Id of the stored image; undefined if it could not be fetched. */
    idOf: (url: string): number | undefined => ids.get(url),
    /** Fetches and stores images that are not stored yet. */
    async take(images: readonly FoundImage[]): Promise<void> {
      const fresh = new Map<string, FoundImage>();
      for (const image of images) {
        if (ids.has(image.url) || fresh.has(image.url)) continue;
        const stored = await findExistingImage(store.reader, image.url);
        if (stored === undefined) fresh.set(image.url, image);
        else ids.set(image.url, stored);
      }
      const fetched = new Map<string, Outcome>();
      try {
        await fetchAll([...fresh.keys()], fetched, failures, run);
        // In page order, not in order of arrival: it determines the ids.
        for (const [url, image] of fresh) {
          signal.throwIfAborted();
          const found = fetched.get(url) as Outcome;
          ids.set(url, found instanceof Error ? noteMissing(image, found, run) : await keep(found, image, run));
          fetched.delete(url);
        }
      } catch (error) {
        // The image that was being added is among them.
        if (!isOutcomeUnknown(error))
          for (const left of fetched.values()) if (!(left instanceof Error)) await ingest.discard(left);
        throw error;
      }
    },
  };
}

const maxFailures = 3;

/**
 * Hosts in parallel, the images of a host one at a time. A host that fails several times in a row is skipped, because each
 * attempt takes long.
 */
async function fetchAll(
  urls: readonly string[],
  fetched: Map<string, Outcome>,
  failures: Map<string, number>,
  run: ImageRun,
): Promise<void> {
  const { signal, details } = run;
  const byHost = Map.groupBy(urls, (url) => new URL(url).host);
  const ended = await Promise.allSettled(
    [...byHost].map(async ([host, ofHost]) => {
      for (const url of ofHost) {
        if (signal.aborted) return;
        const before = failures.get(host) ?? 0;
        if (before >= maxFailures) {
          fetched.set(url, new FetchFailed('failed', 'its host did not answer before'));
          continue;
        }
        const found = await fetchBest(url, details.get(url), run);
        fetched.set(url, found);
        failures.set(host, isPassing(found) ? before + 1 : 0);
      }
    }),
  );
  signal.throwIfAborted();
  const broken = ended.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}

function noteMissing({ source, record, url }: FoundImage, error: Unavailable, { reporter }: SiteRun): undefined {
  const what = 'has an image that cannot be imported; imported without it';
  reporter.note({ source, record }, what, `${url}: ${reasonOf(error)}`);
}

/** The original file if possible, else the listed one, else the largest one within the limits. */
async function fetchBest(url: string, details: ImageDetails | undefined, run: SiteRun): Promise<Outcome> {
  const { original = url, smaller = [] } = details ?? {};
  if (original !== url) {
    const found = await fetchOnce(original, run);
    if (!(found instanceof Error)) return found;
  }
  const listed = await fetchWithRetry(url, run);
  for (const one of isTooLarge(listed) ? smaller : []) {
    const found = await fetchWithRetry(one, run);
    if (!(found instanceof Error)) return found;
  }
  return listed;
}

/** Retries transient failures once; refusals are final. */
async function fetchWithRetry(url: string, run: SiteRun): Promise<Outcome> {
  const found = await fetchOnce(url, run);
  if (!isPassing(found)) return found;
  await setTimeout(run.imageRetryMs, undefined, { signal: run.signal });
  return fetchOnce(url, run);
}

const fetchOnce = (url: string, { ingest, now, signal }: SiteRun): Promise<Outcome> =>
  ingest.fromUrl(url, now, signal).catch((error: unknown) => {
    if (error instanceof FetchFailed || error instanceof ImageRefused) return error;
    throw error;
  });

const isTooLarge = (found: Outcome): boolean =>
  (found instanceof FetchFailed && found.reason === 'too-large') ||
  (found instanceof ImageRefused && found.fault === 'too-large');

const isPassing = (found: Outcome): boolean =>
  found instanceof FetchFailed && /^(status (429|5\d\d)|no answer|too slow)/.test(found.message);

const keep = (
  stored: StoredImage,
  { url, id }: FoundImage,
  { store, authorOf, language, now, details, maxRecordId }: ImageRun,
): Promise<number> =>
  store.write(async (db) => {
    const sameId = id === undefined || (await idsInUse(db, [id])).has(id) ? {} : { id };
    const { texts, translations, language: own = language } = details.get(url) ?? {};
    const scope = { caller: ownerOf(authorOf), language: own, now, highestRequestedId: maxRecordId };
    return addMedium(db, stored, scope, { source: url, ...texts, translations, ...sameId });
  });

const reasons = { refused: 'its host or port is not public (see --fetch-allow)', failed: 'it cannot be fetched' };
const faults = {
  unsupported: 'it is not an image of a supported type',
  broken: 'it is damaged',
  'too-large': 'it is too large',
};

function reasonOf(error: Unavailable): string {
  if (error instanceof ImageRefused) return faults[error.fault];
  if (error.reason === 'too-large') return faults['too-large'];
  return `${reasons[error.reason]} (${error.message})`;
}
