// Records that are written together, as many as their texts allow: while they are written, each text is in memory several
// times over.
import type { StatedTexts } from '../../resources/records/texts/texts.ts';

/** In characters. */
const maxSize = 1_000_000;
/** Bounds a batch to 200 records without texts. */
const sizeOfRecord = 5000;

export function createBatch<T>(sizeOf: (one: T) => number, write: (batch: readonly T[]) => Promise<void>) {
  let waiting: T[] = [];
  let size = 0;
  async function finish(): Promise<void> {
    const batch = waiting;
    waiting = [];
    size = 0;
    if (batch.length > 0) await write(batch);
  }
  return {
    /** Writes the rest. */
    finish,
    /** Writes the batch if it is full. */
    async add(one: T): Promise<void> {
      waiting.push(one);
      size += sizeOf(one);
      if (size >= maxSize) await finish();
    },
  };
}

export const sizeOfTexts = (...texts: readonly Partial<StatedTexts>[]): number =>
  texts.flatMap((text) => Object.values(text)).reduce((size, value) => size + (value?.length ?? 0), sizeOfRecord);
