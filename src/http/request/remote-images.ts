// Image URLs in a request. They are fetched before the operation begins, so that no transaction waits for another server.
import { imageUrl, type RemoteImages } from '../../core/images.ts';
import { type Raw, type RawParams, scalarOf } from '../params/raw.ts';
import type { Reply, RequestContext } from '../route.ts';

export interface ImageFetcher {
  /** Fetches unknown images. Never throws for faults of the caller. */
  fetch(urls: readonly string[], context: Pick<RequestContext, 'caller' | 'now'>): Promise<RemoteImages>;
  /** Deletes fetched images that the operation did not add to the library. Never throws. */
  discardUnused(images: RemoteImages): Promise<void>;
}

export async function withImages(
  context: RequestContext,
  fetcher: ImageFetcher,
  runOperation: () => Promise<Reply>,
): Promise<Reply> {
  const urls = imageUrlsIn(context.params);
  if (urls.length === 0) return runOperation();
  context.images = await fetcher.fetch(urls, context);
  try {
    return await runOperation();
  } finally {
    await fetcher.discardUnused(context.images);
  }
}

const maxDepth = 8;

/** The distinct URLs in parameters `image`, including those of inline venues and of requests in a batch. */
export function imageUrlsIn(params: RawParams): string[] {
  const found = new Set<string>();
  const visit = (name: string, value: Raw, depth: number): void => {
    const scalar = scalarOf(value);
    const url = name === 'image' && typeof scalar === 'string' ? imageUrl(scalar) : undefined;
    if (url !== undefined) found.add(url);
    if (value === null || typeof value !== 'object' || depth === maxDepth) return;
    for (const [key, child] of Object.entries(value)) visit(key, child as Raw, depth + 1);
  };
  for (const [name, value] of params) visit(name, value, 0);
  return [...found];
}
