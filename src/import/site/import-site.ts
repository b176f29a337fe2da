// Imports a calendar from another server of the interface: fetches all lists, then merges them page by page, each in a
// transaction of its own, so that a running service is not blocked. The next run resumes an interrupted import.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import { lockFile } from '../../store/sqlite/files/lock-file.ts';
import { withScratch } from '../../store/sqlite/scratch.ts';
import { assertAddress, collectionsOf, listAt, siteOfAddress } from '../fetch/addresses.ts';
import { type Downloaded, type DownloadOptions, downloadLists } from '../fetch/download.ts';
import { removeJournal } from '../fetch/journal.ts';
import type { RawRecord } from '../rest/values.ts';
import {
  type FoundImage,
  type Prescan,
  prescanJson,
  type Section,
  type SectionKind,
  sections,
} from '../source/prescan.ts';
import type { Interface } from './discover.ts';
import { inLanguage, publicLists, siteLists } from './lists.ts';
import { mergeSite } from './merge-site.ts';
import { findMissing, type MissingRecord } from './missing.ts';
import { isResumable, planOf } from './plan.ts';
import { eventsIn, findProtected } from './protected.ts';
import { recordsSeen } from './seen.ts';
import { siteKinds } from './state.ts';
import { fetchTranslations } from './translations.ts';
import type { FetchedSite, SiteDependencies, SiteSource } from './types.ts';
import { readWordPress } from './wordpress.ts';

/** Throws TransferProblem or Stopped; merged pages stay, and the next run resumes. */
export async function importSite(
  source: SiteSource,
  dryRun: boolean,
  dependencies: Omit<SiteDependencies, 'scratch'>,
): Promise<void> {
  const address = assertAddress(source.address);
  const key = nameOf(address, source);
  const folder = join(dependencies.folder, key);
  await mkdir(dependencies.folder, { recursive: true, mode: 0o700 });
  try {
    await withLock(`${folder}.lock`, address.host, async () => {
      if (!(await isResumable(folder, dependencies.now, source.sync))) await removeJournal(folder);
      await withScratch(async (scratch) => {
        const fetched = await fetchSite(address, { key, folder }, source, { ...dependencies, scratch });
        await mergeSite(fetched, { dryRun, source, dependencies: { ...dependencies, scratch } });
      });
      await removeJournal(folder);
    });
  } catch (error) {
    if (dependencies.signal.aborted) throw new Stopped();
    throw error;
  } finally {
    dependencies.progress.stop();
  }
}

/** Only one import per site runs at a time. */
async function withLock<T>(path: string, site: string, work: () => Promise<T>): Promise<T> {
  const unlock = lockFile(path);
  if (unlock === undefined) throw new TransferProblem(`${site} is being imported by another process.`);
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** Includes the account, because another one sees other records. */
const nameOf = (address: URL, { credentials, withTrash }: SiteSource): string =>
  createHash('sha256')
    .update(JSON.stringify([address.href.replace(/\/$/, ''), credentials?.user ?? '', withTrash]))
    .digest('hex')
    .slice(0, 16);

type Page = Pick<Downloaded, 'sources'>;
type Common = Pick<FetchedSite, 'name' | 'key' | 'site' | 'before' | 'feed' | 'siteZone' | 'lists' | 'seen' | 'images'>;

async function fetchSite(
  address: URL,
  { key, folder }: { key: string; folder: string },
  source: SiteSource,
  dependencies: SiteDependencies,
): Promise<FetchedSite> {
  const options: DownloadOptions = {
    ...dependencies,
    limits: dependencies.fetchLimits,
    folder,
    authorization: source.credentials && basic(source.credentials),
  };
  const { site, feed, before, siteZone } = await planOf(address, { key, folder }, { source, dependencies, options });
  const signedIn = options.authorization !== undefined;
  const lists = site && siteLists({ site, signedIn, withTrash: source.withTrash, changes: feed?.changes });
  const first = await downloadLists(lists ?? collectionsOf(address.href), options);
  const images = dependencies.scratch.createMap<readonly FoundImage[]>();
  const prescanAll = (pages: readonly Page[]) => prescanPages(pages, images, dependencies);
  const listed = await prescanAll(first);
  const seen = await recordsSeen(listed, { ...dependencies, siteZone });
  const name = site?.namespace.href ?? address.href;
  const common = { name, key, site, before, feed, siteZone, lists: first, seen, images };
  if (site === undefined || lists === undefined)
    return {
      ...common,
      ...{
        prescans: listed,
        translations: [],
        privacyReason: () => undefined,
        media: [],
        missing: [],
        details: undefined,
      },
    };
  const living = createExtraPages(folder, 'living', { name, site });
  const missing = await missingFrom({ ...common, site }, living.add, { source, dependencies, options });
  const current = [...listed, ...(await prescanAll(living.pages))];
  const unlisted = createExtraPages(folder, 'unlisted', { name, site });
  const details = site.isKalends
    ? undefined
    : await readWordPress({
        ...{
          name,
          namespace: site.namespace,
          get: options,
          reporter: dependencies.reporter,
          scratch: dependencies.scratch,
        },
        ...(await eventsToRead({ sync: source.sync, before, seen, living: living.pages }, dependencies)),
        images: imagesOn(current, images),
        onUnlisted: (event) => unlisted.add('events', event),
      });
  const prescans = [...current, ...(await prescanAll(unlisted.pages))];
  const scope = { site, signedIn, withTrash: source.withTrash };
  const { originals, translations } = await fetchTranslations(prescans, {
    isKalends: site.isKalends,
    fetch: (changes, language) => downloadLists(inLanguage(siteLists({ ...scope, changes }), language), options),
    prescan: prescanAll,
  });
  const open = signedIn ? await downloadLists(publicLists(lists, site), options) : [];
  const request = {
    namespace: site.namespace,
    limits: dependencies.limits,
    get: { ...options, authorization: undefined },
  };
  const privacyReason = signedIn
    ? await findProtected(open, [...first, ...living.pages, ...unlisted.pages], request)
    : () => undefined;
  const media = site.isKalends && lists.length > 0 ? await downloadLists([mediaList(site)], options) : [];
  return {
    ...common,
    missing,
    prescans: byDependency([...originals, ...prescans]),
    translations,
    privacyReason,
    media,
    details,
  };
}

/** Records that are gone. `keep` receives those that the site still has although no list contains them. */
async function missingFrom(
  { name, site, before, seen, feed, lists }: Omit<Common, 'key' | 'siteZone'> & { site: Interface },
  keep: ReturnType<typeof createExtraPages>['add'],
  { source, dependencies, options }: { source: SiteSource; dependencies: SiteDependencies; options: DownloadOptions },
): Promise<MissingRecord[]> {
  if (!source.sync || before === undefined) return [];
  const whole = feed?.changes === undefined ? wholeKinds(lists) : new Set<SectionKind>();
  const { acceptRemovals } = source;
  return findMissing({
    ...{ name, namespace: site.namespace, before, seen, feed, whole, acceptRemovals },
    ...{ get: options, reporter: dependencies.reporter, onFound: keep },
  });
}

/** Pages with a single record that no list contains; one per page, because a record may be large. */
function createExtraPages(folder: string, title: string, { name, site }: { name: string; site: Interface }) {
  const pages: Page[] = [];
  return {
    pages,
    async add(section: Section, record: RawRecord): Promise<void> {
      const path = join(folder, `${title}-${pages.length}.json`);
      await writeFile(path, JSON.stringify({ [section]: [record] }), { mode: 0o600 });
      pages.push({ sources: [{ name, path, site: siteOfAddress(site.namespace) }] });
    },
  };
}

/** Events whose status the lists lack are requested one by one, unless they are unchanged since an import that did so. */
async function eventsToRead(
  { sync, before, seen, living }: Pick<FetchedSite, 'before' | 'seen'> & { sync: boolean; living: readonly Page[] },
  { limits }: SiteDependencies,
): Promise<{ listed: Set<number>; withoutStatus: number[] }> {
  const events = [...seen].flatMap(([, one]) => (one.kind === 'event' ? [one] : []));
  const readBefore = sync && before?.hasDetails ? before.records.event : {};
  const listed = new Set(events.flatMap(({ id }) => id ?? []));
  for await (const { id } of eventsIn(living, { limits })) listed.add(id);
  const withoutStatus = events.filter(
    ({ key, modifiedAt, hasStatus }) => !hasStatus && (modifiedAt === 0 || readBefore[key] !== modifiedAt),
  );
  return { listed, withoutStatus: withoutStatus.flatMap(({ id }) => id ?? []) };
}

/** Kinds whose lists were all read to their end. */
function wholeKinds(lists: FetchedSite['lists']): ReadonlySet<SectionKind> {
  return new Set(
    siteKinds.filter((kind) => {
      const ofKind = lists.filter(({ collection }) => 'kind' in collection && collection.kind === kind);
      const whole = ofKind.filter(({ collection }) => 'isWholeKind' in collection && collection.isWholeKind);
      return whole.length > 0 && whole.every(({ isWhole }) => isWhole);
    }),
  );
}

/** Records that events refer to come first. */
const byDependency = (prescans: readonly Prescan[]): Prescan[] =>
  [...sections, undefined].flatMap((section) => prescans.filter((prescan) => prescan.section === section));

const basic = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const mediaList = ({ namespace }: Interface) => ({
  first: listAt(namespace, 'media', {}),
  isRequired: false,
  isNumbered: true,
});

function* imagesOn(prescans: readonly Prescan[], images: FetchedSite['images']): Generator<FoundImage> {
  for (const { source } of prescans) yield* images.get(source.path) ?? [];
}

/** A site may have any number of images, so they are not held in memory. */
async function prescanPages(
  lists: readonly Page[],
  images: FetchedSite['images'],
  { limits, signal }: SiteDependencies,
): Promise<Prescan[]> {
  const prescans: Prescan[] = [];
  for (const source of lists.flatMap(({ sources }) => sources)) {
    signal.throwIfAborted();
    const prescan = await prescanJson(source, limits);
    if (prescan.format === 'export') throw new TransferProblem(`${source.name} is an export; save it as a file first.`);
    if (prescan.images.length > 0) images.set(source.path, prescan.images);
    prescans.push({ ...prescan, images: [] });
  }
  return prescans;
}
