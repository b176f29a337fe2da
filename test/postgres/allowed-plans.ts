// Query plans that read more than their page on PostgreSQL, each with its reason. A test fails if no query needs one any more.
import { type AllowedPlan, asks, isFiltered, isRelated, orderOf } from '../support/plans/allowed-plan.ts';

/** Costs that are accepted. */
const accepted: readonly AllowedPlan[] = [
  {
    reason: 'Venues are far fewer than events: a town is searched for in all of them.',
    allows: (request, { table }) => request.list === 'events' && asks(request, 'near') && table === 'linked_records',
  },
  {
    reason:
      'Lists of terms read the ids and counts of the whole vocabulary; a page of events may read all of a small one.',
    allows: (_, { table }) => table === 'terms' || table === 'term_texts',
  },
  {
    reason: 'Venues and organizers are far fewer than events: their total is counted.',
    allows: (request, { fault, table }) => isRelated(request) && fault === 'count' && table === 'linked_records',
  },
  {
    reason: 'Venues and organizers are far fewer than events: orders other than by date sort the matches.',
    allows: (request, { table }) => isRelated(request) && table === 'linked_records' && orderOf(request) !== undefined,
  },
  {
    reason: 'Images are far fewer than events: their total is counted.',
    allows: (_, { fault, table }) => fault === 'count' && table === 'media',
  },
  {
    reason: 'Images are far fewer than events: orders by title or change read all matches.',
    allows: (request, { table }) =>
      request.list === 'media' && table === 'media' && ['title', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason: 'A filtered list by title or change sorts its events if they are few.',
    allows: (request, { fault }) =>
      request.list === 'events' &&
      fault === 'sort' &&
      ['title', 'modified'].includes(orderOf(request) ?? '') &&
      isFiltered(request),
  },
  {
    reason: 'Distances have no index: the matches are sorted.',
    allows: (request, { fault }) => request.list === 'events' && fault === 'sort' && orderOf(request) === 'distance',
  },
  {
    reason: 'Filtered lists have no counters: their total is counted within the window.',
    allows: ({ list }, { fault, table }) => list === 'events' && fault === 'count' && table === 'events',
  },
  {
    reason: "The total of an author's events that changed within a period is counted within the window.",
    allows: (request, { fault, table }) =>
      fault === 'index scan' &&
      table === 'events' &&
      asks(request, 'author') &&
      asks(request, 'modified_after', 'modified_before'),
  },
  {
    reason: 'Words too short for trigrams are searched for in the texts of all other matches.',
    allows: ({ query }, { fault, table }) =>
      /^.{1,2}$/.test(`${query['search']}`) && fault !== 'table scan' && ['record_texts', 'media'].includes(table),
  },
  {
    reason: 'Venues found by a word are sorted.',
    allows: (request, { fault, table }) =>
      isRelated(request) && fault === 'sort' && table === 'linked_records' && asks(request, 'search'),
  },
];

/** Costs that should be removed. */
const toImprove: readonly AllowedPlan[] = [
  {
    reason: 'Rare words too short for trigrams are searched for in the texts of the whole window.',
    allows: ({ list, query }, { fault, table }) =>
      list === 'events' && fault === 'index scan' && table === 'events' && query['search'] === 'qz',
  },
  {
    reason: 'Orders by publication and by change scan the entries that come first and lie outside the window.',
    allows: (request, { fault, table }) =>
      fault === 'index scan' && table === 'events' && ['date', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason:
      'Links do not contain whether their venue has coordinates: that filter reads the links of the whole window.',
    allows: (request, { table }) =>
      request.list === 'events' && asks(request, 'geoloc') && ['event_links', 'linked_records'].includes(table),
  },
  {
    reason: 'The filter for venues without events reads all venues.',
    allows: (request, { table }) =>
      isRelated(request) && request.query['has_events'] === 'false' && table === 'linked_records',
  },
  {
    reason: 'Images have no index of changes.',
    allows: (request, { table }) => table === 'media' && asks(request, 'modified_after', 'modified_before'),
  },
];

export const allowedPlans: readonly AllowedPlan[] = [...accepted, ...toImprove];
