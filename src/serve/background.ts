// Work that one process of the service does beside answering requests.
import type { Logger } from 'pino';
import type { MediaStorage } from '../media/storage/storage.ts';
import { type AuditRetention, pruneAudit } from '../resources/audit/service.ts';
import { collectMedia } from '../resources/media/collect.ts';
import type { Store } from '../store/store.ts';

export interface Background {
  /** Resolves when the database is not needed any more. */
  stop(): Promise<void>;
}

export interface FileCollection {
  store: Store;
  storage: MediaStorage;
  logger: Logger;
  /** UTC seconds. */
  now: () => number;
}

const firstAfterMs = 60_000;
const everyMs = 86_400_000;
/** A day, so that a database restored by mistake can be replaced before files of the newer one are deleted. */
const graceSeconds = 86_400;

/** Deletes the files that interrupted uploads left behind. */
export const startFileCollection = ({ store, storage, logger, now }: FileCollection): Background =>
  startDaily(async () => {
    try {
      const { files } = await collectMedia({ store, storage, now: now(), dryRun: false, graceSeconds });
      if (files.length > 0) logger.info({ files: files.length }, 'media: files of no image deleted');
    } catch (error) {
      logger.warn({ err: error }, 'media: files of no image cannot be looked for');
    }
  });

/** Removes what is older than the audit log keeps. */
export const startAuditPruning = (
  retention: AuditRetention,
  { store, logger, now }: Omit<FileCollection, 'storage'>,
): Background =>
  startDaily(() =>
    pruneAudit(store, retention, now()).catch((error: unknown) => {
      logger.warn({ err: error }, 'audit: old entries cannot be removed');
    }),
  );

/** A minute after the start, and daily. */
function startDaily(work: () => Promise<void>): Background {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(work);
    timer = setTimeout(run, everyMs).unref();
  };
  let timer = setTimeout(run, firstAfterMs).unref();
  return {
    stop() {
      clearTimeout(timer);
      return running;
    },
  };
}

/** Stopped together. */
export const together = (works: readonly (Background | undefined)[]): Background => ({
  stop: async () => void (await Promise.all(works.map((work) => work?.stop()))),
});
