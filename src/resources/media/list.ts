// The list of images.
import { sql } from 'kysely';
import { searchWords } from '../../core/text/fold.ts';
import { getParams } from '../../http/params/read.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { recordList } from '../records/list/list-route.ts';
import { manyRead, offloadFrom } from '../records/list/offload.ts';
import { isDescending, positionOf } from '../records/list/order.ts';
import type { Page } from '../records/list/paging.ts';
import { type Listing, listRecords } from '../records/list/record-list.ts';
import { hasTerms } from '../records/list/search.ts';
import { readModified, type TimeRange, timeWithin } from '../records/list/time-range.ts';
import { lastChange } from '../records/status.ts';
import { findMedia, type Medium } from './repository.ts';
import { mediaListFields, mediaReplies } from './schemas.ts';
import type { MediaRoutesOptions } from './service.ts';
import { presentMedium } from './table.ts';

export const listRoute = ({ library: { store }, maxPerPage }: MediaRoutesOptions): Route =>
  recordList({
    kind: 'media',
    fields: mediaListFields,
    schema: mediaReplies.page,
    maxPerPage,
    notFound: 'media-archive-page-not-found',
    read: async (context) => ({ values: getParams(mediaListFields, context) }),
    async find({ values }, page, context) {
      const filter = {
        language: context.language,
        search: values.search,
        modified: readModified(values, context),
        orderBy: values.orderby ?? 'date',
        descending: isDescending(values),
      };
      return { ...(await listMedia(store, filter, page)), positionOf };
    },
    present: async (rows, _request, context) => ({
      items: rows.map((row) => presentMedium(row, context)),
      modified: lastChange(rows, context.now),
    }),
  });

export interface MediaFilter {
  language: string;
  search?: string | undefined;
  modified: TimeRange | undefined;
  published?: TimeRange | undefined;
  orderBy: keyof typeof keys;
  descending: boolean;
}

const keys = { date: sql`r.published_at`, modified: sql`r.modified_at`, title: sql`r.id`, id: sql`r.id` };

export function listMedia(store: Store, filter: MediaFilter, page: Page): Promise<Listing<Medium>> {
  const { search, modified, published, language, ...order } = filter;
  const text = { kind: 'media', language } as const;
  const conditions = [
    ...timeWithin(modified, sql`r.modified_at`),
    ...timeWithin(published, sql`r.published_at`),
    ...(search === undefined ? [] : [hasTerms(store.dialect, searchWords(search), text)]),
  ];
  const list = {
    table: 'media',
    ...text,
    ...order,
    conditions,
    key: keys[order.orderBy],
    sortsMatches: false,
  } as const;
  const find = (ids: readonly number[]) => findMedia(store.reader, ids, language);
  const read = () => listRecords(store, list, page, find);
  return search === undefined ? read() : offloadFrom(manyRead, store, read);
}
