// Moves a calendar in from another server of the interface: fetches all lists, then merges page after page, each in a
// transaction of its own, so that a running service need not wait. An interrupted import is resumed by the next run.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secondsPerDay } from '../../core/dates/civil.ts';
import type { Caller } from '../../core/roles.ts';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import type { Intake } from '../../media/intake.ts';
import { assertAddress, collectionsOf, listAt } from '../fetch/addresses.ts';
import { type Downloaded, type DownloadOptions, downloadLists } from '../fetch/download.ts';
import { removeJournal } from '../fetch/journal.ts';
import type { ImportDependencies } from '../import.ts';
import type { Reporter } from '../report.ts';
import { type Survey, sections, surveySource } from '../source/survey.ts';
import { type Feed, readFeed } from './changes.ts';
import { findInterface, type Interface } from './discover.ts';
import { inLanguage, publicLists, type SiteList, siteLists } from './lists.ts';
import { withLock } from './lock.ts';
import { mergeSite } from './merge-site.ts';
import { findProtected, type WhyClosed } from './protected.ts';
import { readState, type SiteState } from './state.ts';
import { fetchTranslations, type Translation } from './translations.ts';

export interface SiteSource {
  /** As the person gave it. */
  address: string;
  /** Name and password at the source. */
  credentials?: { user: string; password: string } | undefined;
  /** Only what has changed since the last time; what was removed at the source is trashed here. */
  sync: boolean;
  withTrash: boolean;
  /** Also where more than half of the records were removed. */
  acceptRemovals: boolean;
}

export interface SiteDependencies
  extends ImportDependencies,
    Omit<DownloadOptions, 'limits' | 'folder' | 'authorization'> {
  fetchLimits: DownloadOptions['limits'];
  /** Where the journals of imports are. */
  folder: string;
  intake: Intake;
  /** Owner of images. */
  caller: Caller;
  authorOf: NonNullable<ImportDependencies['authorOf']>;
  imageRetryMs: number;
  reporter: Reporter;
}

/** What has been fetched of a site. */
export interface FetchedSite {
  /** As reports name it. */
  name: string;
  /** Name of its state. */
  key: string;
  site: Interface | undefined;
  before: SiteState | undefined;
  feed: Feed | undefined;
  lists: readonly (Downloaded & { collection: SiteList | Downloaded['collection'] })[];
  surveys: readonly Survey[];
  translations: readonly Translation[];
  whyClosed: WhyClosed;
  media: readonly Downloaded[];
}

/** Throws TransferProblem or Stopped: finished pages stay, and the next run resumes. */
export async function importSite(source: SiteSource, dryRun: boolean, own: SiteDependencies): Promise<void> {
  const address = assertAddress(source.address);
  const key = nameOf(address, source);
  const folder = join(own.folder, key);
  await mkdir(own.folder, { recursive: true, mode: 0o700 });
  try {
    await withLock(`${folder}.lock`, address.host, async () => {
      if (!(await isResumable(folder, own.now, source.sync))) await removeJournal(folder);
      const fetched = await fetchSite(address, { key, folder }, source, own);
      await mergeSite(fetched, { dryRun, source, own });
      await removeJournal(folder);
    });
  } catch (error) {
    if (own.signal.aborted) throw new Stopped();
    throw error;
  } finally {
    own.progress.stop();
  }
}

/** Another account sees other records. */
const nameOf = (address: URL, { credentials, withTrash }: SiteSource): string =>
  createHash('sha256')
    .update(JSON.stringify([address.href.replace(/\/$/, ''), credentials?.user ?? '', withTrash]))
    .digest('hex')
    .slice(0, 16);

/** A journal is resumed within a day, and by a run of the same kind. */
async function isResumable(folder: string, now: number, sync: boolean): Promise<boolean> {
  const plan = await readPlan(folder);
  return plan !== undefined && plan.sync === sync && Math.abs(now - plan.at) <= secondsPerDay;
}

const planFile = 'plan.json';

const readPlan = (folder: string): Promise<Plan | undefined> =>
  readFile(join(folder, planFile), 'utf8').then(
    (text) => JSON.parse(text) as Plan,
    () => undefined,
  );

async function fetchSite(
  address: URL,
  { key, folder }: { key: string; folder: string },
  source: SiteSource,
  own: SiteDependencies,
): Promise<FetchedSite> {
  const options: DownloadOptions = {
    ...own,
    limits: own.fetchLimits,
    folder,
    authorization: source.credentials && basic(source.credentials),
  };
  const { site, feed, before } = await planOf(address, { key, folder }, { source, own, options });
  const signedIn = options.authorization !== undefined;
  const lists = site && siteLists({ site, signedIn, withTrash: source.withTrash, changes: feed?.changes });
  const first = await downloadLists(lists ?? collectionsOf(address.href), options);
  const common = { name: site?.namespace.href ?? address.href, key, site, before, feed };
  if (site === undefined || lists === undefined) {
    const surveys = await surveyAll(first, own);
    return { ...common, lists: first, surveys, translations: [], whyClosed: () => undefined, media: [] };
  }
  const surveys = await surveyAll(first, own);
  const scope = { site, signedIn, withTrash: source.withTrash };
  const { originals, translations } = await fetchTranslations(surveys, {
    isKalends: site.isKalends,
    fetch: (changes, language) => downloadLists(inLanguage(siteLists({ ...scope, changes }), language), options),
    survey: (downloaded) => surveyAll(downloaded, own),
  });
  const open = signedIn ? await downloadLists(publicLists(lists, site), options) : [];
  const asking = { namespace: site.namespace, limits: own.limits, get: { ...options, authorization: undefined } };
  const whyClosed = signedIn ? await findProtected(open, first, asking) : () => undefined;
  const media = site.isKalends && lists.length > 0 ? await downloadLists([mediaList(site)], options) : [];
  return {
    ...common,
    lists: first,
    surveys: byDependency([...originals, ...surveys]),
    translations,
    whyClosed,
    media,
  };
}

/** Records that events embed come first, in their own language. */
const byDependency = (surveys: readonly Survey[]): Survey[] =>
  [...sections, undefined].flatMap((section) => surveys.filter((survey) => survey.section === section));

const basic = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const mediaList = ({ namespace }: Interface) => ({
  first: listAt(namespace, 'media', {}),
  isRequired: false,
  isNumbered: true,
});

interface Plan {
  /** When it was made, in UTC seconds. */
  at: number;
  sync: boolean;
  site: { namespace: string; isKalends: boolean } | null;
  feed: Feed | null;
}

/** Made once: a resumed run fetches what the first one planned. */
async function planOf(
  address: URL,
  { key, folder }: { key: string; folder: string },
  { source, own, options }: { source: SiteSource; own: SiteDependencies; options: DownloadOptions },
): Promise<Pick<FetchedSite, 'site' | 'feed' | 'before'>> {
  const before = await readState(own.store.reader, key);
  const saved = await readPlan(folder);
  if (saved !== undefined) {
    own.tell(`Going on with the import of ${address.host} that was interrupted.`);
    const site = saved.site === null ? undefined : { ...saved.site, namespace: new URL(saved.site.namespace) };
    return { site, feed: saved.feed ?? undefined, before };
  }
  if (options.authorization !== undefined && address.protocol === 'http:')
    own.tell(`${address.host} is reached without encryption: the password can be read on the way.`);
  const site = await findInterface(address, options);
  const feed = site?.isKalends
    ? await readFeed(site.namespace, source.sync ? (before?.token ?? null) : null, options)
    : undefined;
  const plan: Plan = {
    at: own.now,
    sync: source.sync,
    site: site === undefined ? null : { namespace: site.namespace.href, isKalends: site.isKalends },
    feed: feed ?? null,
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, planFile), JSON.stringify(plan), { mode: 0o600 });
  return { site, feed, before };
}

async function surveyAll(lists: readonly Downloaded[], { limits, signal }: SiteDependencies): Promise<Survey[]> {
  const surveys: Survey[] = [];
  for (const source of lists.flatMap(({ sources }) => sources)) {
    signal.throwIfAborted();
    const survey = await surveySource(source, limits);
    if (survey.format === 'export') throw new TransferProblem(`${source.name} is an export; save it as a file first.`);
    surveys.push(survey);
  }
  return surveys;
}
