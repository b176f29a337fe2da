import type { Ingest } from '../../media/ingest.ts';
import type { DiskMap, Scratch } from '../../store/sqlite/scratch.ts';
import type { Downloaded, DownloadOptions } from '../fetch/download.ts';
import type { Reporter } from '../report.ts';
import type { FoundImage, Prescan } from '../source/prescan.ts';
import type { ImportDependencies } from '../types.ts';
import type { Feed } from './changes.ts';
import type { Interface } from './discover.ts';
import type { SiteList } from './lists.ts';
import type { MissingRecord } from './missing.ts';
import type { PrivacyReason } from './protected.ts';
import type { SeenRecord } from './seen.ts';
import type { SiteState } from './state.ts';
import type { Translation } from './translations.ts';
import type { WordPressDetails } from './wordpress.ts';

export interface SiteSource {
  /** As given on the command line. */
  address: string;
  /** User and application password at the source. */
  credentials?: { user: string; password: string } | undefined;
  /** Imports only what has changed since the last time, and trashes here what was removed at the source. */
  sync: boolean;
  withTrash: boolean;
  /** Trashes even if more than half of the records were removed. */
  acceptRemovals: boolean;
}

export interface SiteDependencies
  extends ImportDependencies,
    Omit<DownloadOptions, 'limits' | 'folder' | 'authorization'> {
  fetchLimits: DownloadOptions['limits'];
  /** Folder for the journals of imports. */
  folder: string;
  ingest: Ingest;
  /** Delay before the second attempt to fetch an image. */
  imageRetryMs: number;
  reporter: Reporter;
  scratch: Scratch;
}

/** Everything fetched from a site. */
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
  /** Images on a page, by its path. */
  images: DiskMap<readonly FoundImage[]>;
  translations: readonly Translation[];
  privacyReason: PrivacyReason;
  media: readonly Downloaded[];
  /** From `wp/v2` and single reads; absent for a Kalends. */
  details: WordPressDetails | undefined;
  /** Records on the pages; `missing` are those of the last import that are no longer on them. */
  seen: DiskMap<SeenRecord>;
  missing: readonly MissingRecord[];
}
