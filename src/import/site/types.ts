import type { Caller } from '../../core/roles.ts';
import type { Intake } from '../../media/intake.ts';
import type { DiskMap, Scratch } from '../../store/sqlite/scratch.ts';
import type { Downloaded, DownloadOptions } from '../fetch/download.ts';
import type { Reporter } from '../report.ts';
import type { Prescan } from '../source/prescan.ts';
import type { ImportDependencies } from '../types.ts';
import type { Feed } from './changes.ts';
import type { Interface } from './discover.ts';
import type { SiteList } from './lists.ts';
import type { MissingRecord } from './missing.ts';
import type { WhyClosed } from './protected.ts';
import type { SeenRecord } from './seen.ts';
import type { SiteState } from './state.ts';
import type { Translation } from './translations.ts';
import type { WordPressDetails } from './wordpress.ts';

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
  /** Asks at the terminal; undefined if there is none. */
  confirm: ((question: string) => Promise<boolean>) | undefined;
  reporter: Reporter;
  scratch: Scratch;
}

/** What has been fetched of a site. */
export interface FetchedSite {
  /** As reports name it. */
  name: string;
  /** Name of its state. */
  key: string;
  site: Interface | undefined;
  before: SiteState | undefined;
  /** Zone in which its pages are read. */
  siteZone: string;
  feed: Feed | undefined;
  lists: readonly (Downloaded & { collection: SiteList | Downloaded['collection'] })[];
  prescans: readonly Prescan[];
  translations: readonly Translation[];
  whyClosed: WhyClosed;
  media: readonly Downloaded[];
  /** Of a site that is no Kalends. */
  details: WordPressDetails | undefined;
  /** What the pages show, and what they showed the last time and show no longer. */
  seen: DiskMap<SeenRecord>;
  missing: readonly MissingRecord[];
}
