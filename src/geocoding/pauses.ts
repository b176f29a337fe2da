/** How long one question may take, its answer being written included; then others may take the venue over. */
export const claimMs = 30_000;
const firstPauseMs = 30_000;
const longestServerPauseMs = 600_000;
/** A server that wants more rest than that is asked once in this time. */
export const longestWaitMs = 3_600_000;
const longestVenuePauseMs = 86_400_000;

const doubled = (failures: number, longestMs: number): number =>
  Math.min(longestMs, firstPauseMs * 2 ** Math.min(30, failures - 1));

/** After that many failures in a row, of whichever venues; `wantedMs` is what the server asked for. */
export const serverPauseMs = (failures: number, wantedMs = 0): number =>
  Math.max(doubled(failures, longestServerPauseMs), Math.min(longestWaitMs, wantedMs));

/** After that many failures of one venue: an address that the server chokes on does not keep the others waiting. */
export const venuePauseMs = (failures: number): number => doubled(failures, longestVenuePauseMs);
