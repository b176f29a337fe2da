import { KalendsError } from './error.ts';

/** Members that pages of all servers have. */
interface Page {
  next_cursor?: string | undefined;
  next_rest_url?: string | undefined;
  total_pages?: number | undefined;
}

interface PageQuery {
  page?: number | undefined;
  cursor?: string | undefined;
}

/**
 * All pages: by cursor if the server supports it, which neither skips nor repeats records that move meanwhile, else by
 * number. Links in replies are not followed, because behind a proxy they may name another host.
 */
export async function* pages<P, Q>(list: (query: Q) => Promise<P>, query: Q): AsyncGenerator<P, void, undefined> {
  const { page: first, ...filters } = query as Q & PageQuery;
  let next: PageQuery = first === undefined ? {} : { page: first };
  for (let number = first ?? 1; ; number += 1) {
    const page = await listOrEnd(list, { ...filters, ...next } as unknown as Q, number > (first ?? 1));
    if (page === undefined) return;
    yield page;
    const { next_cursor: cursor, next_rest_url: link, total_pages: total = 0 } = page as Page;
    if (cursor && cursor !== next.cursor) next = { cursor };
    else if (!cursor && (link || number < total)) next = { page: number + 1 };
    else return;
  }
}

/** Some servers announce a page that does not exist. */
async function listOrEnd<P, Q>(list: (query: Q) => Promise<P>, query: Q, continued: boolean): Promise<P | undefined> {
  try {
    return await list(query);
  } catch (error) {
    if (continued && error instanceof KalendsError && error.status === 404) return undefined;
    throw error;
  }
}

/** Each record once. A page without new records ends the list, or a server that repeats pages would never end it. */
export async function* itemsOf<P, I extends { id: number }>(
  all: AsyncIterable<P>,
  itemsIn: (page: P) => readonly I[],
): AsyncGenerator<I, void, undefined> {
  const seen = new Set<number>();
  for await (const page of all) {
    const fresh = itemsIn(page).filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    for (const item of fresh) {
      seen.add(item.id);
      yield item;
    }
  }
}
