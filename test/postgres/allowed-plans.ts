// What looks at more than its page on PostgreSQL, each with its reason. What no query needs any more is taken off.

import type { ListRequest } from '../support/list-requests.ts';
import { type AllowedPlan, isFiltered, isRelated, orderOf } from '../support/plans/allowed-plan.ts';

const asks = ({ query }: ListRequest, ...names: readonly string[]): boolean => names.some((name) => name in query);

/** Costs that were weighed. */
const weighed: readonly AllowedPlan[] = [
  {
    reason: 'Venues are far fewer than events: a town is looked for in all of them.',
    allows: (request, { table }) => request.list === 'events' && asks(request, 'near') && table === 'linked_records',
  },
  {
    reason:
      'Lists of terms read ids and numbers of events of a whole vocabulary; for a page of events a small one is read whole, too.',
    allows: (_, { table }) => table === 'terms' || table === 'term_texts',
  },
  {
    reason: 'Venues and organizers are far fewer than events: their total is counted.',
    allows: (request, { fault, table }) => isRelated(request) && fault === 'count' && table === 'linked_records',
  },
  {
    reason: 'Venues and organizers are far fewer than events: orders other than by date sort what matches.',
    allows: (request, { table }) => isRelated(request) && table === 'linked_records' && orderOf(request) !== undefined,
  },
  {
    reason: 'Images are far fewer than events: their total is counted.',
    allows: (_, { fault, table }) => fault === 'count' && table === 'media',
  },
  {
    reason: 'Images are far fewer than events: orders by title or change look at all that match.',
    allows: (request, { table }) =>
      request.list === 'media' && table === 'media' && ['title', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason:
      'What few events a window or a filter leaves are sooner sorted than found in the order of titles or changes.',
    allows: (request, { fault }) =>
      request.list === 'events' &&
      fault === 'sort' &&
      ['title', 'modified'].includes(orderOf(request) ?? '') &&
      isFiltered(request),
  },
  {
    reason: 'Distances have an order for each point: what matches is sorted.',
    allows: (request, { fault }) => request.list === 'events' && fault === 'sort' && orderOf(request) === 'distance',
  },
  {
    reason: 'What a filter leaves of a window has no counter: it is counted, in the window only.',
    allows: ({ list }, { fault, table }) => list === 'events' && fault === 'count' && table === 'events',
  },
  {
    reason: 'Events of a term or at a venue are counted in the window only, in an index that knows all it takes.',
    allows: ({ list }, { fault, table, detail }) =>
      list === 'events' && fault === 'count' && detail.startsWith(`Index Only Scan ${table}_`),
  },
  {
    reason: 'A total of a search is counted of all texts that have its words.',
    allows: ({ list, query }, { fault, table }) =>
      list === 'events' && fault === 'count' && table === 'record_texts' && 'search' in query,
  },
  {
    reason: 'Words too short for trigrams are looked for in the texts of whatever else matches.',
    allows: ({ query }, { fault, table }) =>
      /^.{1,2}$/.test(`${query['search']}`) && fault !== 'scan' && ['record_texts', 'media'].includes(table),
  },
  {
    reason: 'Venues with a word are put in order when all are found.',
    allows: (request, { fault, table }) =>
      isRelated(request) && fault === 'sort' && table === 'linked_records' && asks(request, 'search'),
  },
];

/** Costs that ought to go. */
const owed: readonly AllowedPlan[] = [
  {
    reason: 'Words too short for trigrams that few events have are looked for in the texts of the whole window.',
    allows: ({ list, query }, { fault, table }) =>
      list === 'events' && fault === 'walk' && table === 'events' && query['search'] === 'qz',
  },
  {
    reason:
      'Orders of events by publication and by change pass over all that comes before in them and lies outside the window.',
    allows: (request, { fault, table }) =>
      fault === 'walk' && table === 'events' && ['date', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason: 'Links do not know whether their venue has a place: a list by that looks at those of the whole window.',
    allows: (request, { table }) =>
      request.list === 'events' && asks(request, 'geoloc') && ['event_links', 'linked_records'].includes(table),
  },
  {
    reason: 'Venues without any event are looked for among all.',
    allows: (request, { table }) =>
      isRelated(request) && request.query['has_events'] === 'false' && table === 'linked_records',
  },
  {
    reason: 'Images have no index by their last change.',
    allows: (request, { table }) => table === 'media' && asks(request, 'modified_after', 'modified_before'),
  },
];

export const allowedPlans: readonly AllowedPlan[] = [...weighed, ...owed];
