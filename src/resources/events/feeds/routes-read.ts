// What every feed begins with: the parameters of the list, and its events, some hundred at a time.
import { setImmediate } from 'node:timers/promises';
import type { ApiError } from '../../../core/api-error.ts';
import { mayRead } from '../../../core/roles.ts';
import type { RequestContext } from '../../../http/route.ts';
import { assertPageExists, type Page, readPage } from '../../records/list/paging.ts';
import { ownedOf, shownStatus } from '../../records/status.ts';
import type { EventFilter } from '../list/conditions.ts';
import { listEvents, listIds } from '../list/find.ts';
import { type ListValues, readWanted } from '../list/list-request.ts';
import { isMasked } from '../masking.ts';
import { loadRelations } from '../relations.ts';
import { findEvents } from '../repository.ts';
import type { EventRoutesOptions } from '../routes.ts';
import { newestShown } from '../routes-shown.ts';
import type { EventRecord, Relations } from '../types.ts';
import { type csvFields, defaultItems, type pagedFields, type wholeFields } from './fields.ts';

/** Events as the caller may see them, with what they are linked to. */
export interface Batch {
  rows: readonly EventRecord[];
  relations: Relations;
  /** Ids among them that show title and dates only. */
  masked: ReadonlySet<number>;
  /** The newest change that they show. */
  modified: number;
}

export interface Feed {
  values: ListValues & { bom?: boolean };
  /** Values that were decided here and that the next page must share. */
  defaults: Readonly<Record<string, string>>;
  filter: EventFilter;
  /** The page asked for; without one, all there are are read when they are written. */
  page: (Page & { found: readonly EventRecord[]; pages: number }) | undefined;
}

type FeedFields = typeof pagedFields | typeof wholeFields | typeof csvFields;

/** Throws what the list itself would throw. */
export async function openFeed(
  context: RequestContext,
  options: EventRoutesOptions,
  fields: FeedFields,
  isPaged: boolean,
): Promise<Feed> {
  const { values, filter, defaults } = await readWanted(fields, context, options);
  if (!isPaged && values.page === undefined && values.per_page === undefined)
    return { values, defaults, filter, page: undefined };
  const page = readPage({ ...values, per_page: values.per_page ?? defaultItems }, options.maxPerPage);
  const { found, total } = await listEvents(options.store, filter, page);
  const ids = found.slice(0, page.perPage).map(({ id }) => id);
  assertPageExists(page, ids, 'event-archive-page-not-found');
  const events = await findEvents(options.store.reader, ids, filter.language);
  const rows = events.filter((row) => isListed(row, filter));
  const pages = Math.max(1, Math.ceil(total / page.perPage));
  return { values, defaults, filter, page: { ...page, found: rows, pages } };
}

const batchSize = 250;

export interface FileLimit {
  /** More events than that fit in no file. */
  events: number;
  tooLarge: () => ApiError;
}

/** The events of the page, or all of them: then a batch at a time. Throws what the limit says. */
export async function* batchesOf(
  { filter, page }: Feed,
  context: RequestContext,
  { store }: EventRoutesOptions,
  limit: FileLimit,
): AsyncGenerator<Batch> {
  const toBatch = async (found: readonly EventRecord[]): Promise<Batch> => {
    const masked = new Set(found.filter((row) => isMasked(row, filter)).map(({ id }) => id));
    const shown = found.filter(({ id }) => !masked.has(id));
    const relations = await loadRelations(store.reader, shown, context);
    const rows = found.map((row) => (masked.has(row.id) ? bare(row) : row));
    return { rows, relations, masked, modified: newestShown(found, relations, context.now) };
  };
  if (page) {
    yield await toBatch(page.found);
    return;
  }
  // Chosen once: to go on in order from where the last batch ended would cost as much again for each.
  const ids = await listIds(store, filter, limit.events);
  if (ids.length > limit.events) throw limit.tooLarge();
  for (let first = 0; first < ids.length; first += batchSize) {
    const found = await findEvents(store.reader, ids.slice(first, first + batchSize), filter.language);
    const rows = found.filter((row) => isListed(row, filter));
    if (rows.length > 0) yield await toBatch(rows);
    // Others are answered in between.
    await setImmediate();
  }
}

/** Whether the caller still finds an event that was chosen a moment ago. */
function isListed(row: EventRecord, { caller, now, statuses, criteria }: EventFilter): boolean {
  const status = shownStatus(row, now);
  const isWanted = statuses ? statuses.includes(status) : status !== 'trash';
  return (
    isWanted && mayRead(caller, ownedOf(row, now)) && (row.hide_from_listings === 1) === (criteria.hidden ?? false)
  );
}

/** What a masked event shows (D16). */
const bare = (row: EventRecord): EventRecord => ({
  ...row,
  description: '',
  excerpt: '',
  cost: '',
  website: '',
  image_id: null,
  all_day: 0,
  featured: 0,
  sticky: 0,
  show_map: 0,
  show_map_link: 0,
  hide_from_listings: 0,
  tickets: '[]',
  post_parent: 0,
});
