// Fetches everything that is merged later: the lists of a site, and what they lack.
import type { ChangeKind } from '../../core/kinds.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { type Collection, type Downloaded, downloadLists } from '../fetch/download.ts';
import { parseSiteUrl } from '../fetch/urls.ts';
import { type PagePrescan, recordKinds } from '../source/prescan.ts';
import { type ImageDetails, readImageDetails } from './image-details.ts';
import { publicLists, siteLists } from './lists.ts';
import { findMissing, type MissingRecord } from './missing.ts';
import { findProtected, type PrivacyReason } from './protected.ts';
import type { ApiRun, SiteRun } from './run.ts';
import { fetchTranslations, type Translation } from './translations.ts';
import { eventsWithoutStatus, readWordPress, type WordPressDetails } from './wordpress.ts';

export interface FetchedSite {
  lists: readonly Downloaded[];
  /** In the order in which they are merged. */
  prescans: readonly PagePrescan[];
  translations: readonly Translation[];
  /** Records of the last import that the lists lack. */
  missing: readonly MissingRecord[];
  privacyReason: PrivacyReason | undefined;
  /** Absent for a Kalends site. */
  details: WordPressDetails | undefined;
  /** By the URLs of images. */
  imageDetails: DiskMap<ImageDetails>;
}

export const fetchSite = (run: SiteRun): Promise<FetchedSite> =>
  run.site === undefined ? fetchList(run) : fetchLists({ ...run, site: run.site });

async function fetchList(run: SiteRun): Promise<FetchedSite> {
  const { source, get, scan, scratch } = run;
  const list = { first: parseSiteUrl(source.url), isRequired: true, isLinked: true };
  const lists = await downloadLists([list], get);
  const prescans = await scan.add(lists);
  return {
    lists,
    prescans,
    translations: [],
    missing: [],
    details: undefined,
    privacyReason: await findProtected(run, await openLists(run, scan.kinds.has('event') ? [asPublic(list)] : [])),
    imageDetails: scratch.createMap(),
  };
}

/** The lists as the public sees them, which were `read` so by an import without a user. */
const openLists = async ({ source, get }: SiteRun, lists: readonly Collection[], read: readonly Downloaded[] = []) =>
  source.credentials === undefined ? read : downloadLists(lists, get);

/** Without the parameters that ask for more than the public may see. */
function asPublic(list: Collection): Collection {
  const first = new URL(list.first);
  for (const name of ['context', 'status']) first.searchParams.delete(name);
  return { ...list, first, isRequired: false, isPublic: true };
}

async function fetchLists(run: ApiRun): Promise<FetchedSite> {
  const { site, get, scan, feed } = run;
  const lists = await downloadLists(siteLists(run, feed?.changes), get);
  const listed = await scan.add(lists);
  const withoutStatus = eventsWithoutStatus(run);
  const { missing, living } = await findMissing(run, lists);
  listed.push(...(await scan.add([{ pages: living }])));
  const { details, unlisted } = site.isKalends
    ? { details: undefined, unlisted: [] }
    : await readWordPress(run, withoutStatus);
  listed.push(...(await scan.add([{ pages: unlisted }])));
  const { originals, translations } = await fetchTranslations(run);
  const events = lists.filter(({ collection: { kind, isRequired } }) => kind === 'event' && isRequired);
  return {
    lists,
    missing,
    translations,
    details,
    prescans: byDependency([...originals, ...listed]),
    privacyReason: await findProtected(run, await openLists(run, publicLists(run, events), events)),
    imageDetails: await readImageDetails(run, listed),
  };
}

/** Records that events refer to come first. */
const byDependency = (prescans: readonly PagePrescan[]): PagePrescan[] =>
  [...recordKinds, undefined].flatMap((kind: ChangeKind | undefined) =>
    prescans.filter((prescan) => prescan.kind === kind),
  );
