export type VersionOnArrival = ReturnType<typeof createVersionOnArrival>;

/**
 * The version for requests as they are read; `forget` it after a commit of this process.
 *
 * Reads the version once for all requests that had arrived when a turn of the event loop began: a client that knows of a later
 * commit of another process has yet to send its request. In timers and immediates it would be kept for requests that come later,
 * so they use the version itself.
 */
export function createVersionOnArrival(version: () => number) {
  let known: number | undefined;
  const forget = () => {
    known = undefined;
  };
  return {
    get(): number {
      if (known === undefined) {
        known = version();
        setImmediate(forget);
      }
      return known;
    },
    forget,
  };
}
