// What an import from live sites needs beside the calendar.
import type { Config } from '../config/settings.ts';
import { importVariables } from '../config.ts';
import { createLogger } from '../logging.ts';
import { openIntake } from '../media/open-intake.ts';
import { createResolver } from '../media/resolve-host.ts';
import { openMediaStorage } from '../media-storage.ts';
import { listUsers } from '../resources/users/repository.ts';
import { fetchLimits } from '../transfer/fetch/limits.ts';
import type { ImportDependencies } from '../transfer/import.ts';
import { importAuthor } from '../transfer/merge/pages.ts';
import type { Reporter } from '../transfer/report.ts';
import { importSite } from '../transfer/site/import-site.ts';
import type { importSettings, SiteOptions } from './import.ts';
import type { ProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';

export type ImportConfig = Pick<Config, (typeof importSettings)[number]>;

export interface SitesCommand {
  addresses: readonly string[];
  dryRun: boolean;
  options: SiteOptions;
  config: ImportConfig;
  /** Folder of what interrupted imports have fetched. */
  journals: string;
  shell: Shell;
}

/** For each step of the work on an image. */
const imageSeconds = 20;
const imageRetryMs = 5000;

/** One site after the other. Throws OperationFailed and what `importSite` throws. */
export async function importSites(
  command: SitesCommand,
  own: ImportDependencies & { reporter: Reporter; progress: ProgressBar },
): Promise<void> {
  const { addresses, config, journals, options, shell, dryRun } = command;
  if (addresses.length === 0) return;
  const { authorOf, authorId } = await authorsOf(options, own);
  const limits = { bytes: config.uploadLimitBytes, pixels: config.imageLimitPixels, seconds: imageSeconds };
  const intake = openIntake({
    storage: await openMediaStorage(config),
    limits,
    allow: config.fetchAllow,
    resolve: createResolver(),
    logger: await createLogger({ level: 'error', form: 'json', output: 2 }),
  });
  for (const address of addresses) {
    const source = {
      address,
      credentials: credentialsOf(options, shell),
      sync: options.sync,
      withTrash: options.withTrash,
      acceptRemovals: options.acceptRemovals,
    };
    await importSite(source, dryRun, {
      ...own,
      fetchLimits,
      folder: journals,
      pauseMs: options.pauseMs,
      elapsedMs: () => performance.now(),
      tell: own.progress.tell,
      intake,
      viewer: { userId: authorId, role: 'administrator', login: '' },
      authorOf,
      imageRetryMs,
    });
  }
}

function credentialsOf({ user, password }: SiteOptions, { environment }: Shell) {
  const name = user ?? environment[importVariables.user];
  const secret = password ?? environment[importVariables.password];
  if (name === undefined && secret === undefined) return undefined;
  if (!name || !secret) {
    throw new OperationFailed(
      `To sign in at the source, both are needed: --user (or ${importVariables.user}) and --password (or, better, ${importVariables.password}).`,
    );
  }
  return { user: name, password: secret };
}

/** Everything belongs to one user, except what the list of authors gives to others. */
async function authorsOf({ author, authors }: SiteOptions, { store }: ImportDependencies) {
  const users = new Map((await listUsers(store.reader)).map(({ login, id }) => [login.toLowerCase(), id]));
  const idOf = (login: string): number => {
    const id = users.get(login.toLowerCase());
    if (id === undefined)
      throw new OperationFailed(`There is no user "${login}" to give records to; "kalends user add" makes one.`);
    return id;
  };
  const authorId = author === undefined ? await importAuthor(store.reader) : idOf(author);
  const named = new Map([...authors].map(([theirs, login]) => [theirs, idOf(login)]));
  return { authorId, authorOf: (theirs: string) => named.get(theirs) ?? authorId };
}
