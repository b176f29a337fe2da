import { KalendsError } from './error.ts';

/** What pages of all servers have in common. */
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
 * Page after page: by cursor where the server has one, which neither skips nor doubles what moves meanwhile, else by
 * number. Links of replies are not followed: behind a proxy they may name another host.
 */
export async function* pages<P extends object, Q extends object>(
  list: (query: Q) => Promise<P>,
  query: Q,
): AsyncGenerator<P, void, undefined> {
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

/** Some servers announce a page that they then do not have. */
async function listOrEnd<P, Q>(list: (query: Q) => Promise<P>, query: Q, continued: boolean): Promise<P | undefined> {
  try {
    return await list(query);
  } catch (error) {
    if (continued && error instanceof KalendsError && error.status === 404) return undefined;
    throw error;
  }
}

/** Each record once; a page with nothing new ends the list, or one that repeats itself would never end. */
export async function* itemsOf<P, I extends { id: number }>(
  all: AsyncIterable<P>,
  itemsIn: (page: P) => readonly I[],
): AsyncGenerator<I, void, undefined> {
  const seen = new Set<number>();
  for await (const page of all) {
    const fresh = (itemsIn(page) ?? []).filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    for (const item of fresh) {
      seen.add(item.id);
      yield item;
    }
  }
}
