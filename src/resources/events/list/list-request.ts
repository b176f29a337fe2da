// From the parameters of the list, which feeds have too, to its filter.
import type { Problems } from '../../../core/api-error.ts';
import { anonymous } from '../../../core/roles.ts';
import { slugify } from '../../../core/text/slug.ts';
import type { Fields, Values } from '../../../http/params/field.ts';
import { type ReadResult, readParams } from '../../../http/params/read.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { Taxonomy } from '../../../store/schema.ts';
import type { Reader } from '../../../store/store.ts';
import { type Continuation, readContinuation } from '../../records/list/continue.ts';
import { readModified } from '../../records/list/modified.ts';
import { readPlace } from '../../records/list/places.ts';
import { noteRelativeDates } from '../../records/list/relative-dates.ts';
import { wantedStatuses } from '../../records/list/status-filter.ts';
import { existingTermIds, termIdsBySlug } from '../../terms/repository.ts';
import { withDescendants } from '../../terms/repository-tree.ts';
import { areReadable } from '../links.ts';
import { isEventReadable } from '../readable.ts';
import { hasProtectedEvents } from '../repository.ts';
import type { EventRoutesOptions } from '../routes.ts';
import type { eventListFields } from '../schemas.ts';
import type { EventFilter } from './conditions.ts';
import { hasDatesOnly } from './totals.ts';
import { readWindow } from './window.ts';

export type ListValues = Values<typeof eventListFields>;

export interface WantedEvents {
  values: ListValues;
  continuation: Continuation;
  filter: EventFilter;
  /** Values that were decided here and that the next page must share. */
  defaults: Readonly<Record<string, string>>;
}

/** Throws all that is wrong with the request. `fields` are those of the list; feeds have no cursor among them. */
export async function readWanted(
  fields: Fields,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<WantedEvents> {
  const read = readParams(fields as typeof eventListFields, context.params, context);
  const { values, problems } = read;
  const continuation = readContinuation(context, values.cursor);
  const statuses = wantedStatuses(values.status, context.caller, problems);
  const references = await readReferences(read, context, options);
  const place = readPlace(values, problems);
  problems.throwIfAny();
  noteRelativeDates(dateNames, context);
  const { limits, defaults } = readWindow(values, { ...context, now: continuation.since });
  const filter: EventFilter = {
    ...references,
    caller: context.caller,
    now: context.now,
    language: context.language,
    statuses,
    dates: values.include ? {} : limits,
    modified: readModified(values, context),
    search: values.search,
    categories: references.categories && (await withDescendants(options.store.reader, references.categories)),
    featured: values.featured,
    include: values.include,
    ticketed: values.ticketed,
    place,
    orderBy: values.orderby,
    descending: values.order === 'desc',
    after: continuation.cursor?.after,
    onlyHidden: values.hide_from_listings ?? false,
    someProtected: false,
  };
  // Dates are shown of masked events, too; whatever else chooses must not tell what is hidden (D16).
  if (!hasDatesOnly(filter)) filter.someProtected = await isSomeProtected(context, options);
  return { values, continuation, filter, defaults: values.include ? {} : defaults };
}

const dateNames = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

type References = Pick<EventFilter, 'categories' | 'tags' | 'venues' | 'organizers' | 'parent' | 'passwordHash'>;

/** What the parameters name; an id or slug that the caller may not know of is a problem. */
async function readReferences(
  { values, problems }: ReadResult<typeof eventListFields>,
  context: RequestContext,
  options: EventRoutesOptions,
): Promise<References> {
  const { reader } = options.store;
  const { caller, now } = context;
  const { venue, organizer, password, post_parent: parent } = values;
  const categories = values.categories && (await termIds(reader, 'category', values.categories, problems));
  const tags = values.tags && (await termIds(reader, 'tag', values.tags, problems));
  for (const [kind, ids] of [
    ['venue', venue],
    ['organizer', organizer],
  ] as const) {
    if (ids && !(await areReadable(reader, kind, ids, context))) problems.add(kind, `unknown_${kind}`);
  }
  const isAsked = password !== undefined && (await isSomeProtected(context, options));
  const passwordHash = isAsked ? await options.hashPassword(password) : undefined;
  if (parent !== undefined && !(await isEventReadable(reader, parent, { caller, now, passwordHash })))
    problems.add('post_parent', 'unknown_event');
  return { categories, tags, venues: venue, organizers: organizer, parent, passwordHash };
}

/** Each is a slug or an id, the slug first (mirror); one unknown spoils all. */
async function termIds(
  db: Reader,
  taxonomy: Taxonomy,
  references: readonly string[],
  problems: Problems,
): Promise<number[]> {
  const bySlug = await termIdsBySlug(db, taxonomy, references.map(slugify));
  const numbers = references.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  const byId = await existingTermIds(db, taxonomy, numbers);
  const found = references.map(
    (text) => bySlug.get(slugify(text)) ?? (byId.has(Number(text)) ? Number(text) : undefined),
  );
  if (found.includes(undefined)) problems.add(taxonomy === 'category' ? 'categories' : 'tags', `unknown_${taxonomy}`);
  return found.filter((id) => id !== undefined);
}

/** Whether some event has a password. What everybody is told is remembered while it is certain. */
function isSomeProtected(
  { caller, now, moment }: RequestContext,
  { store, known }: EventRoutesOptions,
): Promise<boolean> {
  if (caller !== anonymous) return hasProtectedEvents(store.reader);
  const place = known(now, moment);
  place.someProtected ??= hasProtectedEvents(store.reader).catch((error: unknown) => {
    place.someProtected = undefined;
    throw error;
  });
  return place.someProtected;
}
