// Fetches the images that a write refers to by URL, before its transaction.
import type { Logger } from 'pino';
import type { Problem } from '../../core/api-error.ts';
import { messageOf } from '../../core/errors.ts';
import { isStored, type RemoteImages, type StoredImage } from '../../core/images.ts';
import { mayUpload } from '../../core/roles.ts';
import { FetchFailed } from '../../fetch/fetch-target.ts';
import type { ImageFetcher } from '../../http/request/remote-images.ts';
import { type ImageLimits, ImageRefused } from '../../media/image-refused.ts';
import { findExistingImage } from './library.ts';
import { limitsAsText } from './refusals.ts';
import { findMediumByKey } from './repository.ts';
import type { Library } from './service.ts';

export interface ImageFetcherOptions extends Library {
  logger: Logger;
}

/** Per request; equal to the number of requests in a batch. */
const maxImages = 100;
/** For all images of a request together. */
const timeoutMs = 60_000;

export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { store, ingest, logger } = options;
  return {
    async fetch(urls, { caller, now }) {
      if (!mayUpload(caller)) return new Map();
      const timeout = AbortSignal.timeout(timeoutMs);
      const images = new Map<string, StoredImage | Problem>();
      const accepted = urls.slice(0, maxImages);
      for (const url of urls.slice(maxImages)) {
        images.set(url, { key: 'too_many_images', args: { max: maxImages } });
      }
      const results = await Promise.allSettled(
        accepted.map(async (url) => {
          if ((await findExistingImage(store.reader, url)) === undefined) {
            images.set(url, await fetchOne(url, now, timeout, options));
          }
        }),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (!failed) return images;
      for (const image of images.values()) if (isStored(image)) await ingest.discard(image);
      throw failed.reason;
    },

    async discardUnused(images: RemoteImages) {
      const stored = [...images.values()].filter(isStored);
      if (stored.length === 0) return;
      try {
        // Inside a transaction, which waits for one that the server may still commit after its connection is lost.
        const unused = await store.write(async (db) => {
          const missing: StoredImage[] = [];
          for (const image of stored) if (!(await findMediumByKey(db, image.key))) missing.push(image);
          return missing;
        });
        for (const image of unused) await ingest.discard(image);
      } catch (error) {
        logger.warn({ reason: messageOf(error) }, 'image files may be left behind');
      }
    },
  };
}

async function fetchOne(
  url: string,
  now: number,
  timeout: AbortSignal,
  { ingest, limits, logger }: ImageFetcherOptions,
): Promise<StoredImage | Problem> {
  try {
    return await ingest.fromUrl(url, now, timeout);
  } catch (error) {
    if (error instanceof ImageRefused) return problems[error.fault](limits);
    if (!(error instanceof FetchFailed)) throw error;
    const { origin, pathname } = new URL(url);
    logger.info(
      { url: origin + pathname, reason: error.reason, detail: error.message, err: error.cause },
      'image not fetched',
    );
    return error.reason === 'too-large' ? problems['too-large'](limits) : { key: fetchProblems[error.reason] };
  }
}

const problems: Record<ImageRefused['fault'], (limits: ImageLimits) => Problem> = {
  unsupported: () => ({ key: 'image_type_refused' }),
  broken: () => ({ key: 'image_broken' }),
  'too-large': (limits) => ({ key: 'image_too_large', args: limitsAsText(limits) }),
};

const fetchProblems = { refused: 'image_url_refused', failed: 'image_not_fetched' } as const;
