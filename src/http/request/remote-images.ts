// Addresses of images in a request. They are fetched before the operation begins: no transaction waits for a stranger.
import { imageAddress, type TakenImages } from '../../core/images.ts';
import { type Raw, type RawParams, scalarOf } from '../params/raw.ts';
import type { Reply, RequestContext } from '../route.ts';

export interface ImageTaker {
  /** Takes in what is not known yet. Throws for nothing that is the caller's fault. */
  take(addresses: readonly string[], context: Pick<RequestContext, 'caller' | 'now'>): Promise<TakenImages>;
  /** Removes what was taken in and did not become a part of the library. Never throws. */
  tidy(taken: TakenImages): Promise<void>;
}

export async function withImages(
  context: RequestContext,
  taker: ImageTaker,
  operate: () => Promise<Reply>,
): Promise<Reply> {
  const addresses = imageAddressesIn(context.params);
  if (addresses.length === 0) return operate();
  context.images = await taker.take(addresses, context);
  try {
    return await operate();
  } finally {
    await taker.tidy(context.images);
  }
}

const deepest = 8;

/** Of every parameter `image`, in inline venues and in the requests of a batch as well; each once. */
export function imageAddressesIn(params: RawParams): string[] {
  const found = new Set<string>();
  const visit = (name: string, value: Raw, depth: number): void => {
    const scalar = scalarOf(value);
    const address = name === 'image' && typeof scalar === 'string' ? imageAddress(scalar) : undefined;
    if (address !== undefined) found.add(address);
    if (value === null || typeof value !== 'object' || depth === deepest) return;
    for (const [key, child] of Object.entries(value)) visit(key, child as Raw, depth + 1);
  };
  for (const [name, value] of params) visit(name, value, 0);
  return [...found];
}
