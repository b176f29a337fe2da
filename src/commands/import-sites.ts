// What an import from live sites needs beside the calendar.
import type { Config } from '../config/settings.ts';
import { importVariables } from '../config.ts';
import { fetchLimits } from '../import/fetch/limits.ts';
import type { ImportDependencies } from '../import/import.ts';
import { importSite, type SiteDependencies } from '../import/site/import-site.ts';
import type { importSettings, SiteOptions } from './import.ts';
import type { ProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';

export type ImportConfig = Pick<Config, (typeof importSettings)[number]>;

export interface SitesCommand {
  addresses: readonly string[];
  dryRun: boolean;
  site: SiteOptions;
  /** Folder of what interrupted imports have fetched. */
  journals: string;
  shell: Shell;
}

const imageRetryMs = 5000;

/** One site after the other. Throws OperationFailed and what `importSite` throws. */
export async function importSites(
  command: SitesCommand,
  own: ImportDependencies & Pick<SiteDependencies, 'reporter' | 'intake' | 'authorOf'> & { progress: ProgressBar },
): Promise<void> {
  const { addresses, journals, site, shell, dryRun } = command;
  for (const address of addresses) {
    const source = {
      address,
      credentials: credentialsOf(site, shell),
      sync: site.sync,
      withTrash: site.withTrash,
      acceptRemovals: site.acceptRemovals,
    };
    await importSite(source, dryRun, {
      ...own,
      fetchLimits,
      folder: journals,
      pauseMs: site.pauseMs,
      elapsedMs: () => performance.now(),
      tell: own.progress.tell,
      caller: { userId: own.authorOf(''), role: 'administrator', login: '' },
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
