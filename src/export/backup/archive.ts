// A tar archive, compressed depending on its name. It appears under its name only when it is complete and synced to disk.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { isSystemError } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { syncFolder } from '../../media/storage/local-storage.ts';
import type { ArchivedFile } from './manifest.ts';

export interface ArchiveWriter {
  /** Exactly `size` bytes. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ArchivedFile>;
}

interface WriteOptions {
  path: string;
  /** Path of the archive until it is complete. */
  part: string;
  signal: AbortSignal;
  mtime: Date;
}

/** On failure, no new file is left under either name. */
export async function writeArchive(
  { path, part, signal, mtime }: WriteOptions,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  // A stream that opens the file itself may still create it after an error.
  const file = await open(part, 'wx', 0o600);
  const output = file.createWriteStream({ flush: true });
  const { readable, controller } = createTarPacker();
  const compress = isCompressed(path) ? createGzip() : new PassThrough();
  const add: ArchiveWriter['add'] = async (name, size, content) => {
    const hash = createHash('sha256');
    const entry = controller.add({ name, size, mtime, mode: 0o600 }).getWriter();
    for await (const chunk of content) {
      signal.throwIfAborted();
      hash.update(chunk);
      await entry.write(chunk);
    }
    await entry.close();
    return { name, size, sha256: hash.digest('hex') };
  };
  const filled = fill({ add }).then(controller.finalize, (error: unknown) => {
    controller.error(error);
    throw error;
  });
  try {
    const written = pipeline(Readable.fromWeb(readable as never), compress, output, { signal });
    // The disk's own error is more specific than the error of the stream.
    const [disk, content] = await Promise.allSettled([written, filled]);
    signal.throwIfAborted();
    if (disk.status === 'rejected') throw content.status === 'rejected' ? causeOf(disk, content) : disk.reason;
    await rename(part, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(part, { force: true });
  }
}

/** The first failure makes the other side fail too. */
const causeOf = (disk: PromiseRejectedResult, content: PromiseRejectedResult): unknown =>
  isSystemError(disk.reason) ? disk.reason : content.reason;

const isCompressed = (path: string): boolean => /\.t?gz$/i.test(path);

/** Reads the files of an archive in order. Throws TransferProblem if it is damaged or truncated, and what `use` throws. */
export async function readArchive(
  path: string,
  use: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const decoder = createTarDecoder({ strict: true });
  const plain = (await isGzip(path)) ? createGunzip() : new PassThrough();
  const decoded = pipeline(createReadStream(path), plain, async (source) => {
    await ReadableStream.from(source).pipeTo(decoder.writable as never);
  });
  const used = (async () => {
    for await (const { header, body } of intact(decoder.readable as never as AsyncIterable<TarEntry>)) {
      if (header.type !== undefined && header.type !== 'file')
        throw new TransferProblem(`${header.name} is not a file.`);
      await use(header.name, intact(body));
    }
  })();
  const [source, result] = await Promise.allSettled([decoded, used]);
  if (source.status === 'rejected' && isSystemError(source.reason)) throw source.reason;
  if (result.status === 'rejected') throw result.reason;
  if (source.status === 'rejected') damaged(source.reason);
}

interface TarEntry {
  header: { name: string; type?: string };
  body: AsyncIterable<Uint8Array>;
}

/** Errors of the archive, as opposed to those of its use. */
async function* intact<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* entries;
  } catch (error) {
    damaged(error);
  }
}

function damaged(error: unknown): never {
  if (error instanceof TransferProblem || isSystemError(error)) throw error;
  throw new TransferProblem('It is not a backup, or it is damaged or incomplete.', { cause: error });
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}
