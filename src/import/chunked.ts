const chunkSize = 500;

/** Items of a long sequence, as many at a time as one statement takes parameters for. */
export function* chunked<T>(items: Iterable<T>, size = chunkSize): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
