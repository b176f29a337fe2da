// Fetches images as a running service does.
import type { Config } from '../../config/settings.ts';
import { createResolver } from '../../fetch/resolve-host.ts';
import { createLogger } from '../../logging.ts';
import { createIngest } from '../../media/ingest.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import type { ImageFetcherOptions } from '../../resources/media/image-fetcher.ts';

/** Per step of processing an image, as in the service. */
const imageSeconds = 20;

export type ImportIngest = Omit<ImageFetcherOptions, 'store'>;

export async function openImportIngest(
  config: StorageConfig & Pick<Config, 'uploadLimitBytes' | 'imageLimitPixels' | 'fetchAllow'>,
): Promise<ImportIngest> {
  // The report names images that cannot be fetched.
  const logger = await createLogger({ level: 'error', form: 'json', output: 2 });
  const limits = { bytes: config.uploadLimitBytes, pixels: config.imageLimitPixels, seconds: imageSeconds };
  const storage = await openMediaStorage(config);
  const ingest = createIngest({ storage, limits, allow: config.fetchAllow, resolve: createResolver(), logger });
  return { ingest, limits, logger };
}
