// Reads the parameters of a feed and its events, in batches.
import { setImmediate } from 'node:timers/promises';
import { mayRead } from '../../../core/roles.ts';
import { describe, type Fields } from '../../../http/params/field.ts';
import { integer } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import { maskedColumnsOf } from '../../records/field-table.ts';
import { assertPageExists, type Page, readPage } from '../../records/list/paging.ts';
import { effectiveStatus, lastChange, ownedOf } from '../../records/status.ts';
import { eventTable } from '../fields/table.ts';
import type { EventFilter } from '../list/conditions.ts';
import { listEvents, listIds } from '../list/find.ts';
import { eventListFields, type ListValues, readListRequest } from '../list/list-request.ts';
import { isMasked } from '../masking.ts';
import { loadRelations } from '../relations.ts';
import { findEvents } from '../repository.ts';
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
  page: (Page & { found: readonly EventRecord[]; pages: number }) | undefined;
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
  const events = await findEvents(options.store.reader, ids, filter.language);
  const rows = events.filter((row) => isListed(row, filter));
  const pages = Math.max(1, Math.ceil(total / page.perPage));
  return { values, defaults, filter, page: { ...page, found: rows, pages } };
}

const batchSize = 250;

/** The events of the page, or all of them in batches, at most a byte per event. */
export async function* batchesOf(
  { filter, page }: Feed,
  context: RequestContext,
  { store }: EventRoutesOptions,
  maxBytes: number,
): AsyncGenerator<FeedBatch> {
  const toBatch = async (found: readonly EventRecord[], ofAll: number): Promise<FeedBatch> => {
    const masked = new Set(found.filter((row) => isMasked(row, filter)));
    const relations = await loadRelations(
      store.reader,
      found.filter((row) => !masked.has(row)),
      context,
    );
    return { events: found.map((row) => feedEvent(row, relations, context.now, masked.has(row))), relations, ofAll };
  };
  if (page) {
    yield* partsOf(await toBatch(page.found, page.found.length));
    return;
  }
  // All ids are selected once: continuing where the last batch ended would repeat the scan for each batch.
  const { ids, plan } = await listIds(store, filter, maxBytes);
  context.setPlan(plan);
  for (let first = 0; first < ids.length; first += batchSize) {
    const found = await findEvents(store.reader, ids.slice(first, first + batchSize), filter.language);
    const rows = found.filter((row) => isListed(row, filter));
    if (rows.length > 0) yield* partsOf(await toBatch(rows, ids.length));
    // Lets other requests run between batches.
    await setImmediate();
  }
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

/** Whether the event still matches after it was selected. */
function isListed(row: EventRecord, { caller, now, statuses, criteria }: EventFilter): boolean {
  const status = effectiveStatus(row, now);
  const hasStatus = statuses ? statuses.includes(status) : status !== 'trash';
  return (
    hasStatus && mayRead(caller, ownedOf(row, now)) && (row.hide_from_listings === 1) === (criteria.hidden ?? false)
  );
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
