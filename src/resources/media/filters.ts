import { sql } from 'kysely';
import { searchWords } from '../../core/text/fold.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/list/modified.ts';
import type { Page } from '../records/list/paging.ts';
import { manyRead, offloadFrom } from '../records/list/read-worker.ts';
import { type Listing, listRecords } from '../records/list/record-list.ts';
import { hasAllWords } from '../records/list/search.ts';
import { findMedia } from './repository.ts';
import type { Medium } from './types.ts';

export interface MediaFilter {
  language: string;
  search?: string | undefined;
  modified: ModifiedRange | undefined;
  orderBy: keyof typeof keys;
  descending: boolean;
  after?: Position | undefined;
}

const keys = { date: sql`r.published_at`, modified: sql`r.modified_at`, title: sql`r.id`, id: sql`r.id` };

export function listMedia(store: Store, filter: MediaFilter, page: Page): Promise<Listing<Medium>> {
  const { search, modified, language, ...order } = filter;
  const text = { kind: 'media', language } as const;
  const conditions = [
    ...modifiedWithin(modified, sql`r.modified_at`),
    ...(search === undefined ? [] : [hasAllWords(store.dialect, 'r.id', searchWords(search), text)]),
  ];
  const list = {
    table: 'media',
    ...text,
    ...order,
    conditions,
    key: keys[order.orderBy],
    sortsMatches: false,
  } as const;
  const find = async (ids: readonly number[]) => [...(await findMedia(store.reader, ids, language)).values()];
  const read = () => listRecords(store, list, page, find);
  return search === undefined ? read() : offloadFrom(manyRead, store, read);
}
