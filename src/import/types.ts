import type { Zones } from '../core/dates/zones.ts';
import type { RemoteImages } from '../core/images.ts';
import type { Language } from '../core/languages.ts';
import type { Progress } from '../core/progress.ts';
import type { MediaCopier } from '../media/storage/copy-files.ts';
import type { Dialect } from '../store/dialect.ts';
import type { Store, Writer } from '../store/store.ts';
import type { FileOptions } from './file-options.ts';
import type { Reporter } from './report.ts';
import type { ReadLimits } from './source/read-pieces.ts';

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
  /** Of calendar files and spreadsheets. */
  files: FileOptions;
  /** Aborts the import and rolls it back. */
  signal: AbortSignal;
  /** Copies the image files of an export; without it images are left out. */
  media?: MediaCopier;
  /** Asks a yes-or-no question; absent without a terminal. */
  confirm?: ((question: string) => Promise<boolean>) | undefined;
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
