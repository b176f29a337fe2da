// Plans that cost more than a page, each with its reason. One that no query needs any more is taken off.
import { type AllowedPlan, isFiltered, isRelated, orderOf } from '../support/plans/allowed-plan.ts';

/** Costs that were weighed. */
const weighed: readonly AllowedPlan[] = [
  {
    reason:
      'Of all terms of a vocabulary ids and numbers of events are read for a page; their names are kept in order.',
    allows: ({ list, query }, { table }) =>
      (table === 'terms' || (['categories', 'tags'].includes(list) && table === 'term_texts')) &&
      !['include', 'event', 'post', 'slug'].some((name) => name in query),
  },
  {
    reason: 'Venues and organizers are far fewer than events: their total is counted.',
    allows: (request, { fault, table }) => isRelated(request) && fault === 'count' && table === 'linked_records',
  },
  {
    reason: 'Venues and organizers are far fewer than events: orders other than by date sort what matches.',
    allows: (request, { fault, table }) =>
      isRelated(request) &&
      (fault === 'sort' || fault === 'walk') &&
      table === 'linked_records' &&
      orderOf(request) !== undefined,
  },
  {
    reason: 'Venues are far fewer than events: a town is looked for in all of them.',
    allows: ({ list, query }, { table }) => list === 'events' && 'near' in query && table === 'linked_records',
  },
  {
    reason: 'Images are far fewer than events: their total is counted.',
    allows: (_, { fault, table }) => fault === 'count' && table === 'media',
  },
  {
    reason: 'Images are far fewer than events: orders by title or change look at all that match.',
    allows: (request, { table }) =>
      request.list === 'media' &&
      ['media', 'record_texts'].includes(table) &&
      ['title', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason:
      'What few events a window or a filter leaves are sooner sorted than found in the order of titles or changes.',
    allows: (request, { fault, table }) =>
      fault === 'sort' &&
      table === 'events' &&
      ['title', 'modified'].includes(orderOf(request) ?? '') &&
      isFiltered(request),
  },
  {
    reason: 'Protected events are few, and an index holds them alone.',
    allows: (_, { fault, detail }) => fault === 'walk' && detail.endsWith(' events_protected'),
  },
  {
    reason: 'What a filter leaves of a window has no counter: it is counted, in the window only.',
    allows: ({ list }, { fault, table }) => list === 'events' && fault === 'count' && table === 'events',
  },
];

/** Costs that ought to go. */
const owed: readonly AllowedPlan[] = [
  {
    reason: 'An order of events by id sorts a narrow window instead of walking its index.',
    allows: (request, { fault, table }) => fault === 'sort' && table === 'events' && orderOf(request) === 'id',
  },
  {
    reason: 'Hidden events of a list by their ends alone are sorted.',
    allows: ({ query }, { fault, table }) =>
      fault === 'sort' && table === 'events' && 'ends_after' in query && 'hide_from_listings' in query,
  },
  {
    reason: 'For those who may write, what venues or organizers changed within a time is sorted, be it all of them.',
    allows: (request, { fault, table }) =>
      isRelated(request) &&
      fault === 'sort' &&
      table === 'linked_records' &&
      request.as !== undefined &&
      ('modified_after' in request.query || 'modified_before' in request.query),
  },
  {
    reason: 'Those who may write look at all venues to filter events by whether they have a place.',
    allows: ({ list, query, as }, { fault, table }) =>
      list === 'events' && fault === 'walk' && table === 'linked_records' && 'geoloc' in query && as !== undefined,
  },
  {
    reason: 'Images have no index by their last change.',
    allows: ({ query }, { fault, table }) =>
      fault === 'scan' && table === 'media' && ('modified_after' in query || 'modified_before' in query),
  },
];

export const allowedPlans: readonly AllowedPlan[] = [...weighed, ...owed];
