import type { Problem } from '../core/api-error.ts';
import type { StoredImage } from '../core/images.ts';
import type { Taxonomy } from '../core/kinds.ts';

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
  /** Absent where no images are taken in. */
  images: ImagePort | undefined;
}

/** Fetches images before the import begins: no transaction waits for another server. */
export interface ImagePort {
  fetch(addresses: readonly string[], caller: ImageOwner): Promise<ReadonlyMap<string, StoredImage | Problem>>;
  /** Removes what became no part of the library. */
  discardUnused(taken: ReadonlyMap<string, StoredImage | Problem>): Promise<void>;
}

export interface ImageOwner {
  userId: number;
  now: number;
}

export const fileOptions: FileOptions = {
  horizonMonths: 24,
  prune: false,
  skipInvalid: false,
  dates: undefined,
  categoriesAs: 'category',
  organizerAddresses: false,
  ownHost: undefined,
  images: undefined,
};
