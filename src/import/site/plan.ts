// What a run fetches, stored with the fetched pages, so that a resumed run fetches the same.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secondsPerDay } from '../../core/dates/civil.ts';
import type { DownloadOptions } from '../fetch/download.ts';
import { type Feed, readFeed } from './changes.ts';
import { findInterface } from './discover.ts';
import { readState } from './state.ts';
import type { FetchedSite, SiteDependencies, SiteSource } from './types.ts';
import { agreeOnZone } from './zone.ts';

/** A journal is resumed within a day of the last run, by a run with the same `--sync`. */
export async function isResumable(folder: string, now: number, sync: boolean): Promise<boolean> {
  const plan = await readPlan(folder);
  return plan !== undefined && plan.sync === sync && Math.abs(now - plan.at) <= secondsPerDay;
}

const planFile = 'plan.json';

const readPlan = (folder: string): Promise<Plan | undefined> =>
  readFile(join(folder, planFile), 'utf8').then(
    (text) => JSON.parse(text) as Plan,
    () => undefined,
  );

/** Renamed into place, so that a killed process leaves no truncated plan. */
async function writePlan(folder: string, plan: Plan): Promise<void> {
  const path = join(folder, planFile);
  await writeFile(`${path}.new`, JSON.stringify(plan), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

interface Plan {
  /** Start of the last run, in UTC seconds. */
  at: number;
  sync: boolean;
  site: { namespace: string; isKalends: boolean } | null;
  feed: Feed | null;
  siteZone: string;
}

/** The stored plan of an interrupted run, or a new one. */
export async function planOf(
  address: URL,
  { key, folder }: { key: string; folder: string },
  { source, dependencies, options }: { source: SiteSource; dependencies: SiteDependencies; options: DownloadOptions },
): Promise<Pick<FetchedSite, 'site' | 'feed' | 'before' | 'siteZone'>> {
  const before = await readState(dependencies.store.reader, key);
  const saved = await readPlan(folder);
  if (saved !== undefined) {
    dependencies.tell(`Resuming the interrupted import of ${address.host}.`);
    await writePlan(folder, { ...saved, at: dependencies.now });
    const site = saved.site === null ? undefined : { ...saved.site, namespace: new URL(saved.site.namespace) };
    return { site, feed: saved.feed ?? undefined, before, siteZone: saved.siteZone };
  }
  if (options.authorization !== undefined && address.protocol === 'http:')
    dependencies.tell(`${address.host} is reached without encryption, so the password can be intercepted.`);
  const site = await findInterface(address, options);
  const siteZone = await agreeOnZone(address.host, site?.zone, before?.zones, dependencies);
  const feed = site?.isKalends
    ? await readFeed(site.namespace, source.sync ? (before?.token ?? null) : null, options)
    : undefined;
  const plan: Plan = {
    at: dependencies.now,
    sync: source.sync,
    site: site === undefined ? null : { namespace: site.namespace.href, isKalends: site.isKalends },
    feed: feed ?? null,
    siteZone,
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePlan(folder, plan);
  return { site, feed, before, siteZone };
}
