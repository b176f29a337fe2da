import { sql } from 'kysely';
import { searchWords } from '../../core/text/fold.ts';
import type { Store } from '../../store/store.ts';
import type { Position } from '../records/list/cursor.ts';
import { type ModifiedRange, modifiedWithin } from '../records/list/modified.ts';
import type { Page } from '../records/list/paging.ts';
import { manyRead, offloadFrom } from '../records/list/read-worker.ts';
import { type Listing, listRecords, type RecordList } from '../records/list/record-list.ts';
import { hasAllWords } from '../records/list/search.ts';
import { findMedia } from './repository.ts';
import type { Medium } from './types.ts';

export interface MediaFilter {
  language: string;
  search?: string | undefined;
  modified: ModifiedRange | undefined;
  orderBy: MediaOrdering;
  descending: boolean;
  after?: Position | undefined;
}

type MediaOrdering = 'date' | 'modified' | 'title' | 'id';

export function listMedia(store: Store, filter: MediaFilter, page: Page): Promise<Listing<Medium>> {
  const read = () => readList(store, filter, page);
  return filter.search === undefined ? read() : offloadFrom(manyRead, store, read);
}

const keys = { date: sql`r.published_at`, modified: sql`r.modified_at`, title: sql`r.id`, id: sql`r.id` };

function readList(store: Store, filter: MediaFilter, page: Page): Promise<Listing<Medium>> {
  const { search, modified, language, orderBy, ...rest } = filter;
  const text = { kind: 'media', language } as const;
  const conditions = [
    ...modifiedWithin(modified, sql`r.modified_at`),
    ...(search === undefined ? [] : [hasAllWords(store.dialect, 'r.id', searchWords(search), text)]),
  ];
  const list: RecordList = {
    ...{ table: 'media', ...text, ...rest, conditions, orderBy, key: keys[orderBy], sortsMatches: false },
  };
  return listRecords(store, list, page, async (ids) => [...(await findMedia(store.reader, ids, language)).values()]);
}
