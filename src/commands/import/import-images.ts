// Fetches images as a running service does.
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.ts';
import type { ImagePort } from '../../import/file-options.ts';
import { createLogger } from '../../logging.ts';
import { createResolver } from '../../media/fetch/resolve-host.ts';
import type { ImageLimits } from '../../media/image-refused.ts';
import type { Ingest } from '../../media/ingest.ts';
import { openIngest } from '../../media/open-ingest.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { createImageFetcher } from '../../resources/media/image-fetcher.ts';
import type { Store } from '../../store/store.ts';

/** Per step of processing an image, as in the service. */
const imageSeconds = 20;
/** Images of one batch, which share the time limit of a request. */
const imagesAtOnce = 20;

export interface ImportIngest {
  ingest: Ingest;
  limits: ImageLimits;
  logger: Logger;
}

export async function openImportIngest(
  config: StorageConfig & Pick<Config, 'uploadLimitBytes' | 'imageLimitPixels' | 'fetchAllow'>,
): Promise<ImportIngest> {
  // The report names images that cannot be fetched.
  const logger = await createLogger({ level: 'error', form: 'json', output: 2 });
  const limits = { bytes: config.uploadLimitBytes, pixels: config.imageLimitPixels, seconds: imageSeconds };
  const storage = await openMediaStorage(config);
  const ingest = openIngest({ storage, limits, allow: config.fetchAllow, resolve: createResolver(), logger });
  return { ingest, limits, logger };
}

/** Images of files, fetched before the import. */
export function createImagePort(ingest: ImportIngest, store: Store): ImagePort {
  const fetcher = createImageFetcher({ store, ...ingest });
  return {
    async fetch(addresses, { userId, now }) {
      const caller = { userId, role: 'administrator', login: '' } as const;
      const fetched = new Map();
      for (let at = 0; at < addresses.length; at += imagesAtOnce) {
        const batch = await fetcher.fetch(addresses.slice(at, at + imagesAtOnce), { caller, now });
        for (const [address, image] of batch) fetched.set(address, image);
      }
      return fetched;
    },
    discardUnused: (images) => fetcher.discardUnused(images),
  };
}
