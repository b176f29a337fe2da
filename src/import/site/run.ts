// What the steps of importing a site share.
import { type ChangeKind, plurals } from '../../core/kinds.ts';
import type { Ingest } from '../../media/ingest.ts';
import type { Scratch } from '../../store/sqlite/scratch.ts';
import type { DownloadOptions } from '../fetch/download.ts';
import type { Journal } from '../fetch/journal.ts';
import type { Reporter } from '../report.ts';
import type { Source } from '../source/read-bytes.ts';
import type { ImportDependencies } from '../types.ts';
import type { RawRecord } from '../values.ts';
import type { Feed } from './changes.ts';
import type { SiteApi } from './discover.ts';
import type { Scan } from './scan.ts';

export interface SiteSource {
  /** As given on the command line. */
  url: string;
  /** User and application password at the source. */
  credentials?: { user: string; password: string } | undefined;
  /** Imports only what has changed since the last time, and trashes here what was removed at the source. */
  sync: boolean;
  withTrash: boolean;
  /** Trashes even if more than half of the records were removed. */
  acceptRemovals: boolean;
}

export interface SiteDependencies extends ImportDependencies, Pick<DownloadOptions, 'log' | 'pauseMs' | 'elapsedMs'> {
  fetchLimits: DownloadOptions['limits'];
  /** Folder for the journals of imports. */
  folder: string;
  ingest: Ingest;
  /** Delay before the second attempt to fetch an image. */
  imageRetryMs: number;
  reporter: Reporter;
}

/** State of the last import of a site, from which `--sync` continues. */
export interface SiteState {
  version: 1;
  /** Position in the site's change feed, if it has one. */
  token: string | null;
  /** `modified_at` here after the import, by the record's key at the site; 0 for terms, which have none. */
  records: Record<ChangeKind, Record<string, number>>;
  /** The differing zones of site and calendar that the user has accepted. */
  zones?: string | undefined;
  /** The status of every event was read, by single requests where lists lack it. */
  hasDetails?: boolean | undefined;
}

export interface SiteRun extends SiteDependencies {
  source: SiteSource;
  /** Name of the site's state and journal. */
  key: string;
  /** The site, as reports name it. */
  name: string;
  /** Undefined if the URL is that of a single list. */
  site: SiteApi | undefined;
  feed: Feed | undefined;
  /** State of the last import. */
  before: SiteState | undefined;
  /** Differing zones of site and calendar that the user has accepted. */
  agreedZones: string;
  get: DownloadOptions;
  journal: Journal;
  scratch: Scratch;
  scan: Scan;
}

/** A run for a site whose API was found. */
export type ApiRun = SiteRun & { site: SiteApi };

/** Saves a record that no list contains as a page of its own, because it may be large. */
export const savePageOf = ({ name, journal }: ApiRun, kind: ChangeKind, record: RawRecord): Promise<Source> =>
  journal.addSingle(name, { [plurals[kind]]: [record] });
