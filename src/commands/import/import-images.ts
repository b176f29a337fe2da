// Fetches images as a running service does.
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.ts';
import type { ImagePort } from '../../import/file-options.ts';
import { createLogger } from '../../logging.ts';
import { createResolver } from '../../media/fetch/resolve-host.ts';
import type { ImageLimits } from '../../media/image-refused.ts';
import type { Intake } from '../../media/intake.ts';
import { openIntake } from '../../media/open-intake.ts';
import { openMediaStorage, type StorageConfig } from '../../media-storage.ts';
import { createImageTaker } from '../../resources/media/taker.ts';
import type { Store } from '../../store/store.ts';

/** Per step of processing an image, as in the service. */
const imageSeconds = 20;
/** Images of one batch, which share the time limit of a request. */
const imagesAtOnce = 20;

export interface ImportIntake {
  intake: Intake;
  limits: ImageLimits;
  logger: Logger;
}

export async function openImportIntake(
  config: StorageConfig & Pick<Config, 'uploadLimitBytes' | 'imageLimitPixels' | 'fetchAllow'>,
): Promise<ImportIntake> {
  // The report names images that cannot be fetched.
  const logger = await createLogger({ level: 'error', form: 'json', output: 2 });
  const limits = { bytes: config.uploadLimitBytes, pixels: config.imageLimitPixels, seconds: imageSeconds };
  const storage = await openMediaStorage(config);
  const intake = openIntake({ storage, limits, allow: config.fetchAllow, resolve: createResolver(), logger });
  return { intake, limits, logger };
}

/** Images of files, fetched before the import. */
export function createImagePort(own: ImportIntake, store: Store): ImagePort {
  const taker = createImageTaker({ store, ...own });
  return {
    async take(addresses, { userId, now }) {
      const caller = { userId, role: 'administrator', login: '' } as const;
      const taken = new Map();
      for (let at = 0; at < addresses.length; at += imagesAtOnce) {
        const some = await taker.take(addresses.slice(at, at + imagesAtOnce), { caller, now });
        for (const [address, image] of some) taken.set(address, image);
      }
      return taken;
    },
    tidy: (taken) => taker.tidy(taken),
  };
}
