import type { Zones } from '../core/dates/zones.ts';
import type { RemoteImages } from '../core/images.ts';
import type { Taxonomy } from '../core/kinds.ts';
import type { Language } from '../core/languages.ts';
import type { Progress } from '../core/progress.ts';
import type { ImageFetcher } from '../http/request/remote-images.ts';
import type { MediaCopier } from '../media/storage/copy-files.ts';
import type { Dialect } from '../store/dialect.ts';
import type { Store, Writer } from '../store/store.ts';
import type { Reporter } from './report.ts';
import type { ReadLimits } from './source/read-pieces.ts';

/** Orders of day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Asks a yes-or-no question. */
export type Confirm = (question: string) => Promise<boolean>;

/** Options for calendar files and spreadsheets. */
export interface FileOptions {
  /** Recurring events are expanded until this many months from now. */
  horizonMonths: number;
  /** Trashes events of earlier imports that the source no longer contains. */
  prune: boolean;
  /** Skips rows with errors; otherwise they abort the import. */
  skipInvalid: boolean;
  /** Order of dates in spreadsheets; undefined to take the one order that fits all dates of a sheet. */
  dates: DateOrder | undefined;
  /** Taxonomy of category names in calendar files that no stored term has. */
  categoriesAs: Taxonomy;
  /** Imports the e-mail addresses of organizers in calendar files, which become public. */
  organizerAddresses: boolean;
  /** Host of this calendar's public URL, as in the UIDs that it writes; undefined if unknown. */
  ownHost: string | undefined;
  /** Fetches images; absent if none are imported. */
  images: ImageFetcher | undefined;
}

export interface ImportDependencies {
  store: Store;
  zones: Zones;
  siteZone: string;
  language: Language;
  /** UTC seconds. */
  now: number;
  limits: ReadLimits;
  progress: Progress;
  /** Maps authors of the source to users here, '' to the owner of records without one. */
  authorOf: (author: string) => number;
  /** Options for calendar files and spreadsheets. */
  files: FileOptions;
  /** Aborts the import and rolls it back. */
  signal: AbortSignal;
  /** Copies the image files of an export; without it images are left out. */
  media?: MediaCopier;
  /** Absent without a terminal. */
  confirm?: Confirm | undefined;
  /** Sources that are imported after these files. */
  besides?: number;
}

/** Dependencies of a running import, within its transaction. */
export interface ImportTask extends Omit<ImportDependencies, 'store'> {
  db: Writer;
  dialect: Dialect;
  reporter: Reporter;
  /** Images fetched for files; undefined if none are fetched. */
  fetchedImages: RemoteImages | undefined;
  /** Called after each element: updates the progress and lets signals arrive. */
  step(): Promise<void>;
}
