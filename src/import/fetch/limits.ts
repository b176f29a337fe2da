import type { GetLimits } from '../../fetch/get.ts';

export interface FetchLimits extends GetLimits {
  pageBytes: number;
  /** Of a calendar file or spreadsheet, which is streamed to the disk. */
  fileBytes: number;
  totalBytes: number;
  pages: number;
  totalMs: number;
}

export const fetchLimits: FetchLimits = {
  // A page is in memory several times over; larger ones are requested with fewer records.
  pageBytes: 4 * 1024 ** 2,
  fileBytes: 64 * 1024 ** 2,
  totalBytes: 2 * 1024 ** 3,
  pages: 20_000,
  replyMs: 120_000,
  totalMs: 4 * 3_600_000,
  attempts: 6,
  firstWaitMs: 1000,
  maxWaitMs: 300_000,
  redirects: 5,
};
