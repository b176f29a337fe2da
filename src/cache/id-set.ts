// A set of ids: a bit for each, in blocks of those that lie near each other.

export interface IdBits {
  readonly size: number;
  /** Of memory, about. */
  readonly bytes: number;
  add(id: number): void;
  delete(id: number): void;
}

const idsOfBlock = 4096;
const overheadOfBlock = 128;

/** Ids are whole numbers from 0 on. */
export function createIdBits(ids: Iterable<number>): IdBits {
  const blocks = new Map<number, Uint8Array>();
  let size = 0;
  const add = (id: number): void => {
    const number = Math.floor(id / idsOfBlock);
    const block = blocks.get(number) ?? new Uint8Array(idsOfBlock / 8);
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
    get bytes() {
      return blocks.size * (idsOfBlock / 8 + overheadOfBlock);
    },
    add,
    delete(id) {
      const block = blocks.get(Math.floor(id / idsOfBlock));
      const { at, bit } = placeOf(id);
      const byte = block?.[at] ?? 0;
      if (!block || (byte & bit) === 0) return;
      block[at] = byte & ~bit;
      size -= 1;
    },
  };
}

function placeOf(id: number): { at: number; bit: number } {
  const within = id % idsOfBlock;
  return { at: within >>> 3, bit: 1 << (within & 7) };
}
