// Imports a calendar from another server with this API, in short transactions, so that a running service is not blocked. The
// next run resumes an interrupted import.
//
//   fetch       everything, into files that the next run finds; no transaction   `fetch-site.ts`
//   withdraw    what the site no longer has: one transaction                     `missing.ts`
//   merge       a transaction per page, after its images are fetched             `rest/merge-records.ts`
//   translate   a transaction per page                                           `translations.ts`
//   finish      slugs and parents, which need all records: one transaction       `merge/finish.ts`
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { secondsPerDay } from '../../core/dates/civil.ts';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import { lockFile } from '../../store/sqlite/files/lock-file.ts';
import { withScratch } from '../../store/sqlite/scratch.ts';
import type { DownloadOptions } from '../fetch/download.ts';
import { openJournal } from '../fetch/journal.ts';
import { parseSiteUrl } from '../fetch/urls.ts';
import { digest } from '../keys.ts';
import { type Feed, readFeed } from './changes.ts';
import { findApi, type SiteApi } from './discover.ts';
import { fetchSite } from './fetch-site.ts';
import { mergeSite } from './merge-site.ts';
import type { SiteDependencies, SiteRun, SiteSource } from './run.ts';
import { createScan } from './scan.ts';
import { readState } from './state.ts';
import { agreement, agreeOnZone } from './zone.ts';

/** Throws TransferProblem or Stopped; merged pages stay, and the next run resumes. */
export async function importSite(source: SiteSource, dryRun: boolean, dependencies: SiteDependencies): Promise<void> {
  const url = parseSiteUrl(source.url);
  const key = keyOf(url, source);
  const folder = join(dependencies.folder, key);
  await mkdir(dependencies.folder, { recursive: true, mode: 0o700 });
  // Only one import per site runs at a time.
  const unlock = lockFile(`${folder}.lock`);
  if (unlock === undefined) throw new TransferProblem(`${url.host} is being imported by another process.`);
  try {
    const journal = await openJournal(folder, (plan: Plan) => isResumable(plan, source, dependencies));
    await withScratch(async (scratch) => {
      const run = await beginRun(url, { source, key, journal, scratch }, dependencies);
      await mergeSite(await fetchSite(run), run, dryRun);
    });
    await journal.remove();
  } catch (error) {
    if (dependencies.signal.aborted) throw new Stopped();
    throw error;
  } finally {
    unlock();
    dependencies.progress.stop();
  }
}

/** Includes the account, because another one sees other records. */
const keyOf = (url: URL, { credentials, withTrash }: SiteSource): string =>
  digest([url.href.replace(/\/$/, ''), credentials?.user ?? '', withTrash]).slice(0, 16);

/** What a run fetches, so that a resumed run fetches the same. */
interface Plan {
  /** Start of the last run, in UTC seconds. */
  at: number;
  sync: boolean;
  site: SiteApi | undefined;
  feed: Feed | undefined;
  /** Zone in which the pages are read. */
  siteZone: string;
}

type PlannedJournal = Awaited<ReturnType<typeof openJournal<Plan>>>;

/** Within a day of the last run, by a run with the same `--sync`. */
const isResumable = ({ at, sync }: Plan, source: SiteSource, { now }: SiteDependencies): boolean =>
  sync === source.sync && Math.abs(now - at) <= secondsPerDay;

async function beginRun(
  url: URL,
  { source, key, journal, scratch }: Pick<SiteRun, 'source' | 'key' | 'scratch'> & { journal: PlannedJournal },
  dependencies: SiteDependencies,
): Promise<SiteRun> {
  const { fetchLimits: limits, ...common } = dependencies;
  const authorization = source.credentials && basic(source.credentials);
  const get: DownloadOptions = { ...common, limits, journal, authorization };
  const before = await readState(common.store.reader, key);
  if (journal.plan) common.log(`Resuming the interrupted import of ${url.host}.`);
  const plan = journal.plan ?? (await makePlan(url, source, before, dependencies, get));
  await journal.begin({ ...plan, at: common.now });
  const { feed, siteZone } = plan;
  // As text if the plan was stored.
  const site = plan.site && { ...plan.site, namespace: new URL(plan.site.namespace) };
  const run = {
    ...dependencies,
    source,
    key,
    journal,
    scratch,
    get,
    before,
    site,
    feed,
    siteZone,
    name: site?.namespace.href ?? url.href,
    agreedZones: agreement(siteZone, dependencies.siteZone),
  };
  return { ...run, scan: createScan(run) };
}

async function makePlan(
  url: URL,
  { sync }: SiteSource,
  before: SiteRun['before'],
  dependencies: SiteDependencies,
  get: DownloadOptions,
): Promise<Plan> {
  if (get.authorization !== undefined && url.protocol === 'http:')
    get.log(`${url.host} is reached without encryption, so the password can be intercepted.`);
  const site = await findApi(url, get);
  const siteZone = await agreeOnZone(url.host, site?.zone, before?.zones, dependencies);
  const since = sync ? (before?.token ?? null) : null;
  const feed = site?.isKalends ? await readFeed(site.namespace, since, get) : undefined;
  return { at: dependencies.now, sync, site, feed, siteZone };
}

const basic = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
