export interface FetchLimits {
  pageBytes: number;
  totalBytes: number;
  pages: number;
  /** For one reply, to its last byte. */
  replyMs: number;
  totalMs: number;
  /** How often one page is asked for when the site is busy or fails. */
  attempts: number;
  /** Doubles with each attempt, where the site does not say how long to wait. */
  firstWaitMs: number;
  /** A site that wants a longer pause is left alone. */
  longestWaitMs: number;
  redirects: number;
}

export const fetchLimits: FetchLimits = {
  pageBytes: 64 * 1024 ** 2,
  totalBytes: 2 * 1024 ** 3,
  pages: 20_000,
  replyMs: 120_000,
  totalMs: 4 * 3_600_000,
  attempts: 6,
  firstWaitMs: 1000,
  longestWaitMs: 300_000,
  redirects: 5,
};
