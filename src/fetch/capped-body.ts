import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Passes a body on, and throws once it exceeds the limit; compressed bodies count decompressed. */
async function* capped(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLong();
    yield part;
  }
}

export const readCapped = async (...body: Parameters<typeof capped>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(capped(...body)));

/** Saves a body to a new file that only its owner may read. After an error the file may be removed at once. */
export async function saveCapped(path: string, ...body: Parameters<typeof capped>): Promise<void> {
  // A stream that opens the file itself may still create it after the error.
  const file = await open(path, 'w', 0o600);
  await pipeline(capped(...body), file.createWriteStream());
}
