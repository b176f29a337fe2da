/** Passes a body on, and throws once it exceeds the limit; compressed bodies count decompressed. */
export async function* capped(
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
