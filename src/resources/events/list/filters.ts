// The filters of the event list. Parameters, document, SQL conditions, masks and cached totals derive from this table.
import { type RawBuilder, sql } from 'kysely';
import { attendanceModes, eventStatuses } from '../../../core/event-status.ts';
import { describe } from '../../../http/params/field.ts';
import { ids, idsOrSlugs, setOf } from '../../../http/params/lists.ts';
import { boolean, integer, text } from '../../../http/params/scalars.ts';
import { placeFields } from '../../records/list/places.ts';
import {
  modifiedFields,
  publishedFields,
  readModified,
  readPublished,
  timeWithin,
} from '../../records/list/time-range.ts';
import { editable } from '../../records/list/visibility.ts';
import { isEventReadable } from '../masking.ts';
import { type AnyFilter, type Condition, filter } from './filter.ts';
import { readNear, townField } from './near.ts';
import { atVenue, byAuthors, changedWithin, locatedVenues, readRelated, readTerms } from './relation-filters.ts';
import { matchesText, wordSets } from './text-filter.ts';

const { geoloc, ...pointFields } = placeFields;

/** A partial index has the events without the usual value. The planner uses it if the condition excludes that value. */
const oneOf = (column: RawBuilder<unknown>, values: readonly string[], usual: string): Condition[] => [
  sql`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`,
  ...(values.includes(usual) ? [] : [sql<boolean>`${column} <> ${sql.lit(usual)}`]),
];

/**
 * A cost with no digits but zeros, or a word for free; `lower` may leave letters beyond ASCII as they are. The index in the
 * schema has the same expression.
 */
const isFree = sql<boolean>`(cost like '%0%' and cost not like '%1%' and cost not like '%2%' and cost not like '%3%'
  and cost not like '%4%' and cost not like '%5%' and cost not like '%6%' and cost not like '%7%'
  and cost not like '%8%' and cost not like '%9%'
  or lower(cost) in ('free', 'gratis', 'kostenlos', 'gratuit', 'gratuito', 'grátis', 'grÁtis', '無料', '免费',
    'безплатно', 'Безплатно', 'БЕЗПЛАТНО'))`;

/** Problems are reported, and id sets tried as access paths, in this order. */
export const eventFilters = {
  search: filter({
    parameters: {
      search: describe(
        text({ filled: true, max: 2000 }),
        'Full-text search in title, description and excerpt, with "quoted phrases" and -excluded words',
        'concert -indoor',
      ),
    },
    read: (sent) => sent.search,
    // Titles are not masked; the condition itself excludes the other texts of masked events.
    hiddenByMask: false,
    dependsOn: 'event',
    condition: matchesText,
    idSets: wordSets,
  }),
  categories: filter({
    parameters: {
      categories: describe(idsOrSlugs(), 'Events in any of these categories (ids or slugs) or their subcategories', [
        'concerts',
      ]),
    },
    read: (sent, request) => readTerms('category', sent.categories, request),
    hiddenByMask: true,
    dependsOn: 'event',
    relation: { table: 'event_terms', relatedIds: (terms) => terms },
  }),
  tags: filter({
    parameters: {
      tags: describe(idsOrSlugs(), 'Events with any of these tags (ids or slugs)', ['open-air', 'family']),
    },
    read: (sent, request) => readTerms('tag', sent.tags, request),
    hiddenByMask: true,
    dependsOn: 'event',
    relation: { table: 'event_terms', relatedIds: (terms) => terms },
  }),
  venues: filter({
    parameters: { venue: describe(ids(), 'Events at any of these venues (ids)') },
    read: (sent, request) => readRelated('venue', sent.venue, request),
    hiddenByMask: true,
    dependsOn: 'event',
    relation: { table: 'event_links', relatedIds: (venues) => venues },
  }),
  organizers: filter({
    parameters: { organizer: describe(ids(), 'Events by any of these organizers (ids)') },
    read: (sent, request) => readRelated('organizer', sent.organizer, request),
    hiddenByMask: true,
    dependsOn: 'event',
    relation: { table: 'event_links', relatedIds: (organizers) => organizers },
  }),
  featured: filter({
    parameters: { featured: describe(boolean(), '`true`: only featured events; `false`: only others') },
    read: (sent) => sent.featured,
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (featured) => [sql`e.featured = ${sql.lit(featured ? 1 : 0)}`],
  }),
  include: filter({
    parameters: { include: describe(ids(), 'Only these events (ids), regardless of dates') },
    read: (sent) => sent.include,
    hiddenByMask: false,
    dependsOn: 'event',
    condition: (include) => [sql`e.id in (${sql.join(include)})`],
  }),
  exclude: filter({
    parameters: { exclude: describe(ids(), 'Without these events (ids)') },
    read: (sent) => sent.exclude,
    hiddenByMask: false,
    dependsOn: 'event',
    condition: (exclude) => [sql`e.id not in (${sql.join(exclude)})`],
  }),
  author: filter({
    parameters: { author: describe(ids(), 'Events by any of these authors (ids)') },
    read: (sent) => sent.author,
    hiddenByMask: false,
    dependsOn: 'event',
    idSets: byAuthors,
  }),
  parent: filter({
    parameters: { post_parent: describe(integer({ min: 1 }), 'Sub-events of this event') },
    async read({ post_parent: parent }, { db, context: { caller, now }, passwordHash, problems }) {
      if (parent !== undefined && !(await isEventReadable(db, parent, { caller, now, passwordHash })))
        problems.add('post_parent', 'unknown_event');
      return parent;
    },
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (parent) => [sql`e.post_parent = ${parent}`],
  }),
  ticketed: filter({
    parameters: { ticketed: describe(boolean(), '`true`: only events with tickets; `false`: only events without') },
    read: (sent) => sent.ticketed,
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (ticketed) => [ticketed ? sql`e.tickets <> '[]'` : sql`e.tickets = '[]'`],
  }),
  status: filter({
    parameters: { event_status: describe(setOf(eventStatuses), 'Events with any of these statuses') },
    read: (sent) => sent.event_status,
    hiddenByMask: false,
    dependsOn: 'event',
    condition: (statuses) => oneOf(sql`e.event_status`, statuses, 'scheduled'),
  }),
  attendance: filter({
    parameters: {
      attendance_mode: describe(setOf(attendanceModes), 'Events with any of these attendance modes'),
      online: describe(boolean(), '`true`: only events that can be attended online; `false`: only others'),
    },
    // The modes that match both parameters.
    read: ({ attendance_mode: modes, online }) =>
      online === undefined ? modes : (modes ?? attendanceModes).filter((mode) => (mode !== 'offline') === online),
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (modes) => (modes.length === 0 ? [sql`1 = 0`] : oneOf(sql`e.attendance_mode`, modes, 'offline')),
  }),
  free: filter({
    parameters: {
      free: describe(boolean(), '`true`: only events that are free according to `cost`; `false`: only others'),
    },
    read: (sent) => sent.free,
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (free) => [free ? isFree : sql`not ${isFree}`],
  }),
  modified: filter({
    parameters: modifiedFields,
    read: (sent, { context }) => readModified(sent, context),
    hiddenByMask: false,
    dependsOn: 'event',
    idSets: changedWithin,
  }),
  published: filter({
    parameters: publishedFields,
    read: (sent, { context }) => readPublished(sent, context),
    hiddenByMask: false,
    dependsOn: 'event',
    condition: (range) => timeWithin(range, sql`e.published_at`),
  }),
  located: filter({
    parameters: { geoloc },
    read: (sent) => sent.geoloc,
    hiddenByMask: true,
    dependsOn: 'related',
    condition: (located, query) => (located ? [] : [sql`not ${atVenue(query, sql`v.geo_lat is not null`).has}`]),
    idSets: (located, query) => (located ? [atVenue(query, sql`v.geo_lat is not null`)] : []),
    relation: { table: 'event_links', relatedIds: (located, scope) => (located ? locatedVenues(scope) : undefined) },
  }),
  around: filter({
    parameters: { ...pointFields, ...townField },
    read: readNear,
    hiddenByMask: true,
    // The venues are looked up when the parameter is read, and are part of the value.
    dependsOn: 'event',
    relation: { table: 'event_links', relatedIds: ({ venues }) => venues },
  }),
  hidden: filter({
    parameters: {
      hide_from_listings: describe(
        boolean({ default: false }),
        '`true`: only events that are hidden from lists and that the caller may edit',
      ),
    },
    read: (sent) => sent.hide_from_listings || undefined,
    hiddenByMask: true,
    dependsOn: 'event',
    condition: (_hidden, { scope }) => [editable(scope.caller)],
  }),
};

export type FilterName = keyof typeof eventFilters;
type FilterOf<N extends FilterName> = (typeof eventFilters)[N];

/** The values of the filters that the list has, in the order of `eventFilters`. */
export type Criteria = { [N in FilterName]?: NonNullable<Awaited<ReturnType<FilterOf<N>['read']>>> };

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
export const filterParameters = Object.assign(
  {},
  ...Object.values(eventFilters).map(({ parameters }) => parameters),
) as Intersection<FilterOf<FilterName>['parameters']>;

export const filterNames = Object.keys(eventFilters) as FilterName[];

export const usedFilters = (criteria: Criteria): [AnyFilter, unknown][] =>
  Object.entries(criteria).map(([name, value]) => [eventFilters[name as FilterName] as unknown as AnyFilter, value]);
