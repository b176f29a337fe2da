import type { Logger } from 'pino';
import type { Problem } from '../../core/api-error.ts';
import { isStored, type StoredImage, type TakenImages } from '../../core/images.ts';
import { mayUpload } from '../../core/roles.ts';
import type { ImageTaker } from '../../http/request/remote-images.ts';
import { FetchFailed } from '../../media/fetch/fetch-target.ts';
import { type ImageLimits, ImageRefused } from '../../media/image-refused.ts';
import type { Intake } from '../../media/intake.ts';
import type { Store } from '../../store/store.ts';
import { findKnown } from './library.ts';
import { limitsAsText } from './refusals.ts';
import { findMediumByKey } from './repository.ts';

export interface TakerOptions {
  store: Store;
  intake: Intake;
  limits: ImageLimits;
  logger: Logger;
}

/** As many as a batch has requests. */
const mostImages = 100;
/** For all images of a request together. */
const patienceMs = 60_000;

export function createImageTaker(options: TakerOptions): ImageTaker {
  const { store, intake, logger } = options;
  return {
    async take(addresses, { caller, now }) {
      if (!mayUpload(caller)) return new Map();
      const patience = AbortSignal.timeout(patienceMs);
      const taken = new Map<string, StoredImage | Problem>();
      const wanted = addresses.slice(0, mostImages);
      for (const address of addresses.slice(mostImages)) {
        taken.set(address, { key: 'too_many_images', args: { max: mostImages } });
      }
      const results = await Promise.allSettled(
        wanted.map(async (address) => {
          if ((await findKnown(store.reader, address)) === undefined) {
            taken.set(address, await takeOne(address, now, patience, options));
          }
        }),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (!failed) return taken;
      for (const image of taken.values()) if (isStored(image)) await intake.discard(image);
      throw failed.reason;
    },

    async tidy(taken: TakenImages) {
      try {
        for (const image of taken.values()) {
          if (isStored(image) && !(await findMediumByKey(store.reader, image.key))) await intake.discard(image);
        }
      } catch (error) {
        logger.error(error, 'image files may be left');
      }
    },
  };
}

async function takeOne(
  address: string,
  now: number,
  patience: AbortSignal,
  { intake, limits, logger }: TakerOptions,
): Promise<StoredImage | Problem> {
  try {
    return await intake.fromAddress(address, now, patience);
  } catch (error) {
    if (error instanceof ImageRefused) return problems[error.fault](limits);
    if (!(error instanceof FetchFailed)) throw error;
    const { origin, pathname } = new URL(address);
    logger.info(
      { address: origin + pathname, reason: error.reason, detail: error.message, err: error.cause },
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

const fetchProblems = { refused: 'image_address_refused', failed: 'image_not_fetched' } as const;
