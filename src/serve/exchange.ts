// New workers for old ones, one place after the other.
import { type Crew, settle } from './crew.ts';
import { reasonOf } from './launch.ts';
import { launchFor } from './revive.ts';
import { lingerMs, stopWorker } from './stop-worker.ts';

/** Exchanges all; who asks while that goes on gets one more exchange after it. */
export function createExchanger(crew: Crew): () => Promise<void> {
  const { logger } = crew;
  let exchanging: Promise<void> | undefined;
  let isWantedAgain = false;

  async function exchangeWhileWanted(): Promise<void> {
    do {
      isWantedAgain = false;
      logger.info('reloading');
      try {
        await exchangeAll(crew);
        logger.info('reloaded');
      } catch (error) {
        if (!crew.isStopping) logger.error(`not reloaded, the workers stay as they are: ${reasonOf(error)}`);
      }
    } while (isWantedAgain && !crew.isStopping);
    exchanging = undefined;
  }

  return async () => {
    isWantedAgain = exchanging !== undefined;
    exchanging ??= exchangeWhileWanted();
    await exchanging;
  };
}

/** Throws NotUp. */
async function exchangeAll(crew: Crew): Promise<void> {
  for (const place of crew.places) {
    const next = await launchFor(crew, place);
    const { running: old } = place;
    place.running = next;
    place.failures = 0;
    if (old) await stopWorker(old.process, old.ended, lingerMs.exchange);
    if (crew.isStopping) return;
    // It may have died meanwhile, and has a successor then.
    if (place.running === next) settle(crew, place, next);
  }
}
