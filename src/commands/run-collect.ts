import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import { ApiError } from '../core/api-error.ts';
import { openMediaStorage, type StorageConfig } from '../media-storage.ts';
import { type Collected, collectMedia } from '../resources/media/collect.ts';
import { OperationFailed, type Shell } from '../shell.ts';

export interface CollectCommand {
  config: StorageConfig & CalendarPlace;
  unusedSeconds: number | undefined;
  dryRun: boolean;
  json: boolean;
  shell: Shell;
}

/** Throws OperationFailed. */
export async function runCollect({ config, unusedSeconds, dryRun, json, shell }: CollectCommand): Promise<void> {
  const storage = await openMediaStorage(config);
  const collected = await withCalendar(openCalendar(config), (store) =>
    collectMedia({ store, storage, now: shell.now(), unusedSeconds, dryRun }),
  ).catch((error: unknown) => {
    if (error instanceof ApiError) throw new OperationFailed(`The image storage failed: ${reasonOf(error)}.`);
    throw error;
  });
  const { files, images } = collected;
  if (json) return shell.print(JSON.stringify({ dry_run: dryRun, images, files }));
  for (const { id, key } of images) shell.print(`image ${id}  ${key}`);
  for (const { key } of files) shell.print(`file  ${key}`);
  shell.tell(`${dryRun ? 'Would delete' : 'Deleted'} ${summary(collected)}.`);
}

const summary = ({ images, files }: Collected): string =>
  `${images.length} unused ${images.length === 1 ? 'image' : 'images'} and ${files.length} orphaned ${
    files.length === 1 ? 'file' : 'files'
  }`;

const reasonOf = ({ cause }: ApiError): string => (cause instanceof Error ? cause.message : String(cause));
