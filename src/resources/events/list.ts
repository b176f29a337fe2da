import type { Problems } from '../../core/api-error.ts';
import { isRelativeDate } from '../../core/dates/parse-date.ts';
import { anonymous, mayRead } from '../../core/roles.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Values } from '../../http/params/field.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { LinkedKind, Taxonomy } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { LinkedRecord } from '../linked/types.ts';
import { type Continuation, readContinuation } from '../records/continue.ts';
import { readModified } from '../records/modified.ts';
import { assertPageExists, presentList, presentListOfBytes, readPage } from '../records/paging.ts';
import { distanceTo, type PlaceFilter, readPlace } from '../records/places.ts';
import { listed, refused } from '../records/replies.ts';
import { ownedOf } from '../records/status.ts';
import { wantedStatuses } from '../records/status-filter.ts';
import { existingTermIds, termIdsBySlug, withDescendants } from '../terms/repository.ts';
import type { EventFilter } from './filters.ts';
import { eventBytes } from './kept-events.ts';
import { readableIds } from './links.ts';
import { isMasked } from './masking.ts';
import { presentEvent } from './present.ts';
import { isEventReadable } from './readable.ts';
import { loadRelations } from './relations.ts';
import { eventReplies } from './reply-schemas.ts';
import { findEvents, hasProtectedEvents } from './repository.ts';
import { listEvents } from './repository-list.ts';
import { positionOf } from './repository-order.ts';
import { hasDatesOnly } from './repository-totals.ts';
import type { EventRoutesOptions } from './routes.ts';
import { isForEverybody, newestShown } from './routes-shown.ts';
import { eventListFields } from './schemas.ts';
import type { EventRecord } from './types.ts';
import { readWindow } from './window.ts';

export const listRoute = (options: EventRoutesOptions): Route => ({
  method: 'GET',
  path: '/events',
  operationId: 'listEvents',
  summary: 'List events',
  tag: 'Event',
  params: eventListFields,
  allowed: everybody,
  replies: [listed(eventReplies.page), ...refused('event-archive-page-not-found', 'rest_invalid_cursor')],
  handle: (context) => list(context, options),
});

export type ListValues = Values<typeof eventListFields>;

async function list(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  const { store, maxPerPage } = options;
  const { values, problems } = readParams(eventListFields, context.params, context);
  const continuation = readContinuation(context, values.cursor);
  const { filter, defaults } = await toFilter(values, problems, context, continuation, options);
  const asked = { fields: eventListFields, params: context.params, resolved: defaults };
  const { cut } = continuation.of('/events', asked);
  const page = readPage(values, maxPerPage);
  const isOpen = isForEverybody(context);
  const totals = isOpen ? options.known(context.now, context.moment).totals : undefined;
  const { found, total } = await listEvents(store, filter, page, totals);
  const { rows, nextCursor } = cut(found, page, positionOf);
  const continued = continuation.cursor !== undefined;
  if (!continued) assertPageExists(page, rows, 'event-archive-page-not-found');
  const ids = rows.map(({ id }) => id);
  const reply = { key: 'events', total, page, links: context.links, ...asked, nextCursor, continued };
  if (isOpen && !filter.place.around) {
    const load = (some: readonly number[]) => findReadable(store, some, context);
    const { events, modified } = await eventBytes({ ids, withJsonLd: false, load }, context, options);
    return presentListOfBytes({ ...reply, modified }, events);
  }
  return presentList({ ...reply, ...(await showEvents(ids, filter, context, options)) });
}

/** Without those that were withdrawn since they were chosen. */
async function findReadable(
  { reader }: Store,
  ids: readonly number[],
  { viewer, now, language }: RequestContext,
): Promise<EventRecord[]> {
  const rows = await findEvents(reader, ids, language);
  return rows.filter((row) => mayRead(viewer, ownedOf(row, now)));
}

/** Events as this reader is shown them. */
async function showEvents(
  ids: readonly number[],
  filter: EventFilter,
  context: RequestContext,
  { store, currency }: EventRoutesOptions,
) {
  const rows = await findReadable(store, ids, context);
  const shown = rows.filter((row) => !isMasked(row, filter));
  const relations = await loadRelations(store.reader, shown, context);
  const presentation = { ...context, currency };
  const items = rows.map((row) => ({
    ...presentEvent(row, relations, presentation, { withJsonLd: false, masked: isMasked(row, filter) }),
    ...nearestDistance(relations.linked.get(row.id) ?? [], filter.place),
  }));
  return { items, modified: newestShown(rows, relations, context.now) };
}

/** From parameters to a filter; ids and slugs that the caller may not know of are problems. */
export async function toFilter(
  values: ListValues,
  problems: Problems,
  context: RequestContext,
  continuation: Continuation,
  options: EventRoutesOptions,
) {
  const { store, hashPassword } = options;
  const { viewer, now, language } = context;
  const statuses = wantedStatuses(values.status, viewer, problems);
  const categories = values.categories && (await termIds(store, 'category', values.categories, problems));
  const tags = values.tags && (await termIds(store, 'tag', values.tags, problems));
  await checkLinks(store, 'venue', values.venue, problems, context);
  await checkLinks(store, 'organizer', values.organizer, problems, context);
  const someProtected = () =>
    viewer === anonymous ? isSomeProtected(options, context) : hasProtectedEvents(store.reader);
  const password =
    values.password !== undefined && (await someProtected()) ? await hashPassword(values.password) : undefined;
  const parent = values.post_parent;
  if (parent !== undefined && !(await isEventReadable(store.reader, parent, { viewer, now, passwordHash: password })))
    problems.add('post_parent', 'unknown_event');
  const place = readPlace(values, problems);
  problems.throwIfAny();
  if (usesRelativeDates(context)) context.volatile();
  const { limits, defaults } = readWindow(values, { ...context, now: continuation.since });
  const filter: EventFilter = {
    viewer,
    now,
    language,
    passwordHash: password,
    statuses,
    dates: values.include ? {} : limits,
    modified: readModified(values, context),
    search: values.search,
    categories: categories && (await withDescendants(store.reader, categories)),
    tags,
    venues: values.venue,
    organizers: values.organizer,
    featured: values.featured,
    include: values.include,
    parent,
    ticketed: values.ticketed,
    place,
    orderBy: values.orderby,
    descending: values.order === 'desc',
    after: continuation.cursor?.after,
    onlyHidden: values.hide_from_listings ?? false,
    someProtected: false,
  };
  // Dates are shown of masked events, too; whatever else chooses must not tell what is hidden (D16).
  if (!hasDatesOnly(filter)) filter.someProtected = await someProtected();
  return { filter, defaults: values.include ? {} : defaults };
}

function isSomeProtected({ store, known }: EventRoutesOptions, { now, moment }: RequestContext): Promise<boolean> {
  const place = known(now, moment);
  place.someProtected ??= hasProtectedEvents(store.reader).catch((error: unknown) => {
    place.someProtected = undefined;
    throw error;
  });
  return place.someProtected;
}

/** Each is a slug or an id, the slug first (mirror); one unknown spoils all. */
async function termIds(
  store: Store,
  taxonomy: Taxonomy,
  references: readonly string[],
  problems: Problems,
): Promise<number[]> {
  const bySlug = await termIdsBySlug(store.reader, taxonomy, references.map(slugify));
  const numbers = references.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  const byId = await existingTermIds(store.reader, taxonomy, numbers);
  const found = references.map(
    (text) => bySlug.get(slugify(text)) ?? (byId.has(Number(text)) ? Number(text) : undefined),
  );
  if (found.some((id) => id === undefined)) {
    const parameter = taxonomy === 'category' ? 'categories' : 'tags';
    problems.add(parameter, taxonomy === 'category' ? 'unknown_category' : 'unknown_tag');
  }
  return found.filter((id) => id !== undefined);
}

async function checkLinks(
  store: Store,
  kind: LinkedKind,
  ids: readonly number[] | undefined,
  problems: Problems,
  context: RequestContext,
) {
  if (!ids) return;
  const readable = await readableIds(store.reader, kind, ids, context);
  if (ids.some((id) => !readable.has(id))) problems.add(kind, kind === 'venue' ? 'unknown_venue' : 'unknown_organizer');
}

/** Of the nearest of an event's venues. */
function nearestDistance(linked: readonly LinkedRecord[], place: PlaceFilter): { distance?: number } {
  const distances = linked.map((venue) => distanceTo(venue, place).distance).filter((km) => km !== undefined);
  return distances.length > 0 ? { distance: Math.min(...distances) } : {};
}

const dateNames = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

const usesRelativeDates = ({ params }: RequestContext): boolean =>
  dateNames.some((name) => {
    const raw = params.get(name);
    return typeof raw === 'string' && isRelativeDate(raw);
  });
