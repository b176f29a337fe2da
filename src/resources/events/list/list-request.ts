// Reads the parameters of the event list, which feeds share, into its filter.
import { anonymous } from '../../../core/roles.ts';
import { describe, type Fields, type Values } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { looseBoolean } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import { eventPassword, statusFilter } from '../../records/fields.ts';
import { cursorField } from '../../records/list/cursor.ts';
import { readCursor } from '../../records/list/list-route.ts';
import { orderByField, orderField } from '../../records/list/order.ts';
import { pageFields } from '../../records/list/paging.ts';
import { checkPointOrder, placeFields } from '../../records/list/places.ts';
import { bypassCacheForRelativeDates, modifiedFields, publishedFields } from '../../records/list/time-range.ts';
import { requestedStatuses } from '../../records/list/visibility.ts';
import { hasProtectedEvents } from '../repository.ts';
import type { EventRoutesOptions } from '../service.ts';
import { type EventFilter, filtersByDatesOnly } from './conditions.ts';
import type { FilterRequest } from './filter.ts';
import { type Criteria, eventFilters, filterNames, filterParameters } from './filters.ts';
import { eventOrderings } from './orders.ts';
import { anyTime, readWindow, windowFields } from './window.ts';

// These parameters come before others in the document.
const {
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  include,
  exclude,
  author,
  post_parent,
  ticketed,
  ...others
} = filterParameters;
const { hide_from_listings, ...filters } = others;

export const eventListFields = {
  ...pageFields,
  ...cursorField,
  ...windowFields,
  ...modifiedFields,
  ...publishedFields,
  strict_dates: describe(looseBoolean({ default: false }), 'Treat dates as exact times instead of whole days'),
  search,
  categories,
  tags,
  venue,
  organizer,
  featured,
  status: statusFilter,
  include,
  exclude,
  author,
  post_parent,
  ticketed,
  ...placeFields,
  ...filters,
  orderby: orderByField(eventOrderings, 'start_date, with `include` date'),
  order: orderField,
  hide_from_listings,
  password: eventPassword,
};

export type ListValues = Values<typeof eventListFields>;

/**
 * Throws all problems of the request at once. `fields` are those of the list; those of feeds lack the cursor. `defaults` are
 * values that links to further pages must repeat.
 */
export async function readListRequest(fields: Fields, context: RequestContext, options: EventRoutesOptions) {
  const { values, problems } = readParams(fields as typeof eventListFields, context.params, context);
  const continuation = readCursor(context, values.cursor);
  const statuses = requestedStatuses(values.status, context.caller, problems);
  const isTried = values.password !== undefined && (await anyProtected(context, options));
  const passwordHash = isTried ? await options.tryPassword(values.password as string, context) : undefined;
  const criteria = await readCriteria(values, { context, db: options.store.reader, problems, passwordHash });
  checkPointOrder(values, problems);
  problems.throwIfAny();
  bypassCacheForRelativeDates(Object.keys(windowFields), context);
  const { window, defaults, resolved } = readWindow(values, { ...context, now: continuation.since });
  const filter: EventFilter = {
    caller: context.caller,
    now: context.now,
    language: context.language,
    passwordHash,
    statuses,
    dates: criteria.include ? anyTime : window,
    criteria,
    // D64, D38
    orderBy: values.orderby ?? (criteria.include ? 'date' : 'start_date'),
    descending: values.order === 'desc',
    hasProtected: false,
  };
  // Dates are not masked, but other filters must not reveal what a password hides (D16).
  if (!filtersByDatesOnly(filter)) filter.hasProtected = await anyProtected(context, options);
  return { values, continuation, filter, defaults: criteria.include ? {} : defaults, resolved };
}

async function readCriteria(values: ListValues, request: FilterRequest): Promise<Criteria> {
  const criteria: Record<string, unknown> = {};
  for (const name of filterNames) {
    const value = await eventFilters[name].read(values as never, request);
    if (value !== undefined) criteria[name] = value;
  }
  return criteria as Criteria;
}

/** Whether any event has a password: for anonymous readers, looked up once per version of the calendar. */
function anyProtected(
  { caller, now, validity }: RequestContext,
  { store, memo }: EventRoutesOptions,
): Promise<boolean> {
  if (caller !== anonymous) return hasProtectedEvents(store.reader);
  const shared = memo(now, validity);
  shared.hasProtected ??= hasProtectedEvents(store.reader).catch((error: unknown) => {
    shared.hasProtected = undefined;
    throw error;
  });
  return shared.hasProtected;
}
