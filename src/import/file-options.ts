import type { Taxonomy } from '../core/kinds.ts';
import type { ImageFetcher } from '../http/request/remote-images.ts';

/** Of day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How files of other programs are read: calendars and spreadsheets. */
export interface FileOptions {
  /** Recurring events take place in this calendar until so many months from now. */
  horizonMonths: number;
  /** Trashes what an earlier import of the same source brought and the source has no longer. */
  prune: boolean;
  /** Rows with errors are left out, instead of nothing being imported. */
  skipInvalid: boolean;
  /** Spreadsheets: the order of day, month and year; undefined is what all dates of a sheet have in common. */
  dates: DateOrder | undefined;
  /** What a category of a calendar file becomes where nothing here has its name. */
  categoriesAs: Taxonomy;
  /** Organizers of calendar files get their mail addresses, which anyone can see. */
  organizerAddresses: boolean;
  /** Host of this calendar's own public address, as in the UIDs that it writes; undefined is unknown. */
  ownHost: string | undefined;
  /** Fetches images; absent if none are imported. */
  images: ImageFetcher | undefined;
}
