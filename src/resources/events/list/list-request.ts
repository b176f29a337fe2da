// From the parameters of the list, which feeds have too, to its filter.
import { anonymous } from '../../../core/roles.ts';
import { describe, type Fields, type Values } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { looseBoolean } from '../../../http/params/scalars.ts';
import type { RequestContext } from '../../../http/route.ts';
import { eventPassword, statusFilter } from '../../records/fields.ts';
import { type Continuation, readContinuation } from '../../records/list/continue.ts';
import { modifiedFields } from '../../records/list/modified.ts';
import { cursorField, orderByField, orderField } from '../../records/list/order-fields.ts';
import { pageFields } from '../../records/list/paging.ts';
import { checkPointOrder, placeFields } from '../../records/list/places.ts';
import { noteRelativeDates } from '../../records/list/relative-dates.ts';
import { requestedStatuses } from '../../records/list/status-filter.ts';
import type { EventRoutesOptions } from '../options.ts';
import { hasProtectedEvents } from '../repository.ts';
import { type EventFilter, hasDatesOnly } from './conditions.ts';
import type { FilterRequest } from './filter.ts';
import { type Criteria, eventFilters, filterNames, filterParameters } from './filters.ts';
import { eventOrderings } from './orders.ts';
import { readWindow, windowFields } from './window.ts';

// Parameters that come before others in the documentation.
const { search, categories, tags, venue, organizer, featured, include, post_parent, ticketed, ...others } =
  filterParameters;
const { hide_from_listings, ...filters } = others;

export const eventListFields = {
  ...pageFields,
  ...cursorField,
  ...windowFields,
  ...modifiedFields,
  strict_dates: describe(looseBoolean({ default: false }), 'Take the dates as exact times'),
  ...{ search, categories, tags, venue, organizer, featured },
  status: statusFilter,
  ...{ include, post_parent, ticketed },
  ...placeFields,
  ...filters,
  orderby: orderByField(eventOrderings, 'by their start (with `include` by publication)'),
  order: orderField,
  hide_from_listings,
  password: eventPassword,
};

export type ListValues = Values<typeof eventListFields>;

export interface ListRequest {
  values: ListValues;
  continuation: Continuation;
  filter: EventFilter;
  /** Values that were decided here and that the next page must share. */
  defaults: Readonly<Record<string, string>>;
}

/** Throws all that is wrong with the request. `fields` are those of the list; feeds have no cursor among them. */
export async function readListRequest(
  fields: Fields,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<ListRequest> {
  const { values, problems } = readParams(fields as typeof eventListFields, context.params, context);
  const continuation = readContinuation(context, values.cursor);
  const statuses = requestedStatuses(values.status, context.caller, problems);
  const passwordHash = await readPassword(values.password, context, options);
  const criteria = await readCriteria(values, { context, db: options.store.reader, problems, passwordHash });
  checkPointOrder(values, problems);
  problems.throwIfAny();
  noteRelativeDates(Object.keys(windowFields), context);
  const { limits, defaults } = readWindow(values, { ...context, now: continuation.since });
  const filter: EventFilter = {
    caller: context.caller,
    now: context.now,
    language: context.language,
    passwordHash,
    statuses,
    dates: criteria.include ? {} : limits,
    criteria,
    orderBy: values.orderby,
    descending: values.order === 'desc',
    after: continuation.cursor?.after,
    someProtected: false,
  };
  // Masked events show their dates; all other filters must not reveal what is hidden (D16).
  if (!hasDatesOnly(filter)) filter.someProtected = await isSomeProtected(context, options);
  return { values, continuation, filter, defaults: criteria.include ? {} : defaults };
}

/** In the order of the filters, as problems are reported in that order. */
async function readCriteria(values: ListValues, request: FilterRequest): Promise<Criteria> {
  const criteria: Record<string, unknown> = {};
  for (const name of filterNames) {
    const value = await eventFilters[name].read(values as never, request);
    if (value !== undefined) criteria[name] = value;
  }
  return criteria as Criteria;
}

async function readPassword(
  password: string | undefined,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<string | undefined> {
  const isNeeded = password !== undefined && (await isSomeProtected(context, options));
  return isNeeded ? options.tryPassword(password, context) : undefined;
}

/** Whether some event has a password. */
function isSomeProtected(
  { caller, now, validity }: RequestContext,
  { store, memo }: EventRoutesOptions,
): Promise<boolean> {
  if (caller !== anonymous) return hasProtectedEvents(store.reader);
  const shared = memo(now, validity);
  shared.someProtected ??= hasProtectedEvents(store.reader).catch((error: unknown) => {
    shared.someProtected = undefined;
    throw error;
  });
  return shared.someProtected;
}
