import type { Taxonomy } from '../core/kinds.ts';
import type { ImageFetcher } from '../http/request/remote-images.ts';

/** Of day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

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
  /** Host of this calendar's public address, as in the UIDs that it writes; undefined if unknown. */
  ownHost: string | undefined;
  /** Fetches images; absent if none are imported. */
  images: ImageFetcher | undefined;
}
