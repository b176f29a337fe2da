// Reads the parameters of a feed and its events, in batches.
import { setImmediate } from 'node:timers/promises';
import { describe, type Fields } from '../../../http/params/field.ts';
import { integer } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { Store } from '../../../store/store.ts';
import { maskedColumnsOf } from '../../records/field-table.ts';
import { assertPageExists, type Page, readPage } from '../../records/list/paging.ts';
import { chunksOf } from '../../records/rows/rows.ts';
import { lastChange } from '../../records/status.ts';
import { eventTable } from '../fields/table.ts';
import type { EventFilter } from '../list/conditions.ts';
import { findListed, listEvents, listIds } from '../list/find.ts';
import { eventListFields, type ListValues, readListRequest } from '../list/list-request.ts';
import { isMasked } from '../masking.ts';
import { loadRelations } from '../relations.ts';
import type { EventRoutesOptions } from '../service.ts';
import type { EventRecord, Relations } from '../types.ts';
import type { FeedBatch, FeedEvent, FeedFormat } from './format.ts';

const defaultItems = 50;

const { page, per_page: _, cursor: _cursor, ...filters } = eventListFields;

/** The filters of the list. Feeds that contain everything at once can also be requested in pages. */
export const parametersOf = ({ isPaged, parameters }: FeedFormat): Fields => ({
  ...(isPaged
    ? {
        page,
        per_page: describe(
          integer({ min: 1, default: defaultItems }),
          "Events per page, capped at the calendar's maximum",
        ),
      }
    : {
        page: describe(integer({ min: 1 }), 'Page number; without it and `per_page`, the file has all events'),
        per_page: describe(integer({ min: 1 }), 'Events per page'),
      }),
  ...filters,
  ...parameters,
});

export interface Feed {
  values: ListValues;
  /** Defaults of this request that links to other pages repeat. */
  defaults: Readonly<Record<string, string>>;
  filter: EventFilter;
  /** The requested page; without one, all events are read while the file is written. */
  page: (Page & { ids: readonly number[]; pages: number }) | undefined;
}

/** Throws the errors of the list. */
export async function openFeed(
  context: RequestContext,
  options: EventRoutesOptions,
  format: FeedFormat,
): Promise<Feed> {
  const { values, filter, defaults } = await readListRequest(parametersOf(format), context, options);
  if (!format.isPaged && values.page === undefined && values.per_page === undefined)
    return { values, defaults, filter, page: undefined };
  const page = readPage({ ...values, per_page: values.per_page ?? defaultItems }, options.maxPerPage);
  const { found, total, plan } = await listEvents(options.store, filter, page);
  context.setPlan(plan);
  const ids = found.slice(0, page.perPage).map(({ id }) => id);
  assertPageExists(page, ids, 'event-archive-page-not-found');
  const pages = Math.max(1, Math.ceil(total / page.perPage));
  return { values, defaults, filter, page: { ...page, ids, pages } };
}

const batchSize = 250;

/** The events of the page, or all of them in batches, at most a byte per event. */
export async function* batchesOf(
  { filter, page }: Feed,
  context: RequestContext,
  { store }: EventRoutesOptions,
  maxBytes: number,
): AsyncGenerator<FeedBatch> {
  const ids = page?.ids ?? (await allIds(store, filter, context, maxBytes));
  for (const some of chunksOf(ids, batchSize)) {
    const rows = await findListed(store, some, filter);
    const unmasked = rows.filter((row) => !isMasked(row, filter));
    const relations = await loadRelations(store.reader, unmasked, context);
    const events = rows.map((row) => feedEvent(row, relations, context.now, isMasked(row, filter)));
    yield* partsOf({ events, relations, ofAll: ids.length });
    // Lets other requests run between batches.
    await setImmediate();
  }
}

/** All ids are selected once: continuing where the last batch ended would repeat the scan for each batch. */
async function allIds(
  store: Store,
  filter: EventFilter,
  context: RequestContext,
  max: number,
): Promise<readonly number[]> {
  const { ids, plan } = await listIds(store, filter, max);
  context.setPlan(plan);
  return ids;
}

const maxTextLength = 2 ** 20;

/** Few events at a time if their texts are long, so that a file that is too large is refused before it is in memory. */
function* partsOf(batch: FeedBatch): Generator<FeedBatch> {
  let events: FeedEvent[] = [];
  let length = 0;
  for (const event of batch.events) {
    events.push(event);
    for (const { description } of [event.row, ...event.related]) length += description.length;
    if (length < maxTextLength) continue;
    yield { ...batch, events };
    events = [];
    length = 0;
  }
  if (events.length > 0) yield { ...batch, events };
}

/** Columns of a masked event (D16). */
const maskedColumns = { ...maskedColumnsOf(eventTable), image_id: null };

export function feedEvent(row: EventRecord, relations: Relations, now: number, isMasked = false): FeedEvent {
  const related = relations.related.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  return {
    row: isMasked ? { ...row, ...maskedColumns } : row,
    isMasked,
    related,
    venue: related.find(({ kind }) => kind === 'venue'),
    organizers: related.filter(({ kind }) => kind === 'organizer'),
    categories: terms.filter(({ taxonomy }) => taxonomy === 'category'),
    tags: terms.filter(({ taxonomy }) => taxonomy === 'tag'),
    modified: lastChange([row, ...related, ...terms], now),
  };
}
