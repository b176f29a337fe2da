import { type Expression, type SqlBool, sql } from 'kysely';
import { searchWords } from '../../core/text/fold.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/modified.ts';
import { after, type Order, orderTerms } from '../records/order.ts';
import type { Page } from '../records/paging.ts';
import { hasAllWords } from '../records/search.ts';
import { mediaIn } from './repository.ts';
import type { Medium } from './types.ts';

export interface MediaFilter {
  language: string;
  search?: string | undefined;
  modified: ModifiedRange;
  after?: Position | undefined;
}

const newestFirst: Order = { columns: [sql`m.published_at`, sql`m.id`], descending: true };

export const positionOf = (row: Medium): Position => [row.published_at, row.id];

/** A page, newest first, and one row more if there is one, with the total of the same filter. */
export async function listMedia(
  store: Store,
  filter: MediaFilter,
  page: Page,
): Promise<{ rows: Medium[]; total: number }> {
  const conditions = conditionsOf(store, filter);
  const rows = await mediaIn(store.reader, filter.language)
    .where((eb) => eb.and([...conditions, ...(filter.after ? [after(newestFirst, filter.after)] : [])]))
    .orderBy(orderTerms(newestFirst))
    .limit(page.perPage + 1)
    .offset(filter.after ? 0 : page.offset)
    .execute();
  const { total } = await store.reader
    .selectFrom('media as m')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(conditions))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

const conditionsOf = (store: Store, { search, modified, language }: MediaFilter): Expression<SqlBool>[] => [
  ...modifiedWithin(modified, sql`m.modified_at`),
  ...(search === undefined
    ? []
    : [hasAllWords(store.dialect, 'm.id', searchWords(search), { kind: 'media', language })]),
];
