// A bitset of ids, in blocks, so that sparse ids take little memory.

const idsPerBlock = 4096;
const blockOverhead = 128;

export type IdSet = ReturnType<typeof createIdSet>;

/** Ids are non-negative integers. */
export function createIdSet(ids: Iterable<number>) {
  const blocks = new Map<number, Uint8Array>();
  let size = 0;
  const add = (id: number): void => {
    const number = Math.floor(id / idsPerBlock);
    const block = blocks.get(number) ?? new Uint8Array(idsPerBlock / 8);
    blocks.set(number, block);
    const { at, bit } = placeOf(id);
    const byte = block[at] as number;
    if ((byte & bit) === 0) size += 1;
    block[at] = byte | bit;
  };
  for (const id of ids) add(id);
  return {
    get size() {
      return size;
    },
    /** Approximate size in memory. */
    get bytes() {
      return blocks.size * (idsPerBlock / 8 + blockOverhead);
    },
    add,
    delete(id: number): void {
      const block = blocks.get(Math.floor(id / idsPerBlock));
      const { at, bit } = placeOf(id);
      const byte = block?.[at] ?? 0;
      if (!block || (byte & bit) === 0) return;
      block[at] = byte & ~bit;
      size -= 1;
    },
  };
}

function placeOf(id: number): { at: number; bit: number } {
  const within = id % idsPerBlock;
  return { at: within >>> 3, bit: 1 << (within & 7) };
}
