import { byteOf, isBlank, JsonProblem, type SplitLimits } from './bytes.ts';

/** Collects the bytes of one value, over as many chunks as it takes. Whether they are JSON is judged afterwards. */
export interface Capture {
  isOpen(): boolean;
  open(): void;
  /** Takes from the chunk what belongs to the value and answers the index of what follows. */
  take(chunk: Uint8Array, from: number): number;
  /** All of the value, once it has been closed. */
  bytes(): Uint8Array;
}

export function createCapture(limits: SplitLimits): Capture {
  let parts: Uint8Array[] = [];
  let size = 0;
  let endOf = createEndFinder(limits.maxDepth);
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    open() {
      parts = [];
      size = 0;
      endOf = createEndFinder(limits.maxDepth);
      isOpen = true;
    },
    take(chunk, from) {
      const end = endOf(chunk, from);
      const until = end ?? chunk.length;
      parts.push(chunk.subarray(from, until));
      size += until - from;
      if (size > limits.maxBytes) throw new JsonProblem(`holds a record of more than ${limits.maxBytes >> 20} MiB`);
      isOpen = end === undefined;
      return until;
    },
    bytes: () => (parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)),
  };
}

/** Finds the index behind a value's last byte, or undefined where the value goes on in the next chunk. */
function createEndFinder(maxDepth: number): (chunk: Uint8Array, from: number) => number | undefined {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (chunk, from) => {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === byteOf.backslash) escaped = true;
        else if (byte === byteOf.quote) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === byteOf.quote) inString = true;
      else if (byte === byteOf.openObject || byte === byteOf.openList) {
        depth += 1;
        if (depth > maxDepth) throw new JsonProblem(`is nested deeper than ${maxDepth} levels`);
      } else if (byte === byteOf.closeObject || byte === byteOf.closeList) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (byte === byteOf.comma || isBlank(byte))) return at;
    }
    return undefined;
  };
}
