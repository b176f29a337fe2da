// Copies the write-ahead log of a running calendar as Litestream documents that it does: a long read transaction keeps others
// from starting the log anew, frames are copied by their checksums up to the last commit, and the copier checkpoints itself.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import Database from 'better-sqlite3';

export interface WalCopier {
  /** Copies what has been committed since. */
  copy(): void;
  /** Moves the log into the database and lets it start anew, as Litestream does at its limits. */
  checkpoint(): void;
  figures(): Readonly<{ frames: number; restarts: number; snapshots: number }>;
  /** The database as the snapshot and the copied frames make it. */
  restored(): Buffer;
  close(): void;
}

const headerBytes = 32;
const frameHeaderBytes = 24;

export function openWalCopier(path: string): WalCopier {
  const database = new Database(path);
  database.pragma('wal_autocheckpoint = 0');
  database.exec('create table if not exists _litestream_seq (id integer primary key, seq integer)');
  const reader = new Database(path);
  const lock = () => reader.exec('begin; select count(*) from _litestream_seq');
  const figures = { frames: 0, restarts: 0, snapshots: 0 };
  let pages = new Map<number, Buffer>();
  let size = 0;
  let base = Buffer.alloc(0);
  let position = startOf(Buffer.alloc(headerBytes));
  const snapshot = (): void => {
    figures.snapshots += 1;
    pages = new Map();
    base = readFileSync(path);
    position = startOf(readFrom(`${path}-wal`, 0, headerBytes));
  };
  const copy = (): void => {
    const found = framesAfter(`${path}-wal`, position);
    for (const { page, bytes } of found.frames) pages.set(page, bytes);
    figures.frames += found.frames.length;
    if (found.frames.length > 0) size = found.size;
    position = found.position;
  };
  const write = () =>
    database.exec('insert into _litestream_seq values (1, 1) on conflict (id) do update set seq = seq + 1');
  write();
  lock();
  snapshot();
  return {
    copy,
    checkpoint() {
      copy();
      const { copied, salts } = position;
      reader.exec('commit');
      const [{ log, busy }] = database.pragma('wal_checkpoint(restart)') as [{ log: number; busy: number }];
      write();
      lock();
      const header = readFrom(`${path}-wal`, 0, headerBytes);
      if (busy === 1 || header.subarray(16, 24).equals(salts)) return;
      figures.restarts += 1;
      // What was committed between the copy and the checkpoint is in the database only.
      if (log > copied) snapshot();
      else position = startOf(header);
    },
    figures: () => ({ ...figures }),
    restored() {
      const pageSize = base.readUInt16BE(16);
      const image = Buffer.alloc(size > 0 ? size * pageSize : base.length);
      base.copy(image);
      for (const [page, bytes] of pages) if (page * pageSize <= image.length) bytes.copy(image, (page - 1) * pageSize);
      return image;
    },
    close() {
      reader.close();
      database.close();
    },
  };
}

interface Position {
  salts: Buffer;
  copied: number;
  sums: readonly [number, number];
  pageSize: number;
}

const startOf = (header: Buffer): Position => ({
  salts: header.subarray(16, 24),
  copied: 0,
  sums: [header.readUInt32BE(24), header.readUInt32BE(28)],
  pageSize: header.readUInt32BE(8),
});

/** The whole transactions after the position: frames with its salts and right checksums, up to the last commit. */
function framesAfter(path: string, position: Position) {
  const frameBytes = frameHeaderBytes + position.pageSize;
  const bytes = readFrom(path, headerBytes + position.copied * frameBytes);
  const isLittle = readFrom(path, 0, 4).readUInt32BE(0) === 0x377f0682;
  const frames: { page: number; bytes: Buffer }[] = [];
  let { sums } = position;
  let committed = { frames: 0, sums, size: 0 };
  for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes) {
    const frame = bytes.subarray(at, at + frameBytes);
    if (!frame.subarray(8, 16).equals(position.salts)) break;
    sums = addSums(addSums(sums, frame.subarray(0, 8), isLittle), frame.subarray(frameHeaderBytes), isLittle);
    if (frame.readUInt32BE(16) !== sums[0] || frame.readUInt32BE(20) !== sums[1]) break;
    frames.push({ page: frame.readUInt32BE(0), bytes: frame.subarray(frameHeaderBytes) });
    const size = frame.readUInt32BE(4);
    if (size > 0) committed = { frames: frames.length, sums, size };
  }
  return {
    frames: frames.slice(0, committed.frames),
    size: committed.size,
    position: { ...position, copied: position.copied + committed.frames, sums: committed.sums },
  };
}

/** https://www.sqlite.org/fileformat2.html#checksum_algorithm */
function addSums([first, second]: readonly [number, number], bytes: Buffer, isLittle: boolean): [number, number] {
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + b) >>> 0;
    b = (b + (isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}

function readFrom(path: string, from: number, length?: number): Buffer {
  if (length === undefined) return readFileSync(path).subarray(from);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, from));
  } finally {
    closeSync(file);
  }
}
