// Query plans that read more than their page on SQLite, each with its reason. A test fails if no query needs one any more.
import { type AllowedPlan, asks, isFiltered, isRelated, orderOf } from '../support/plans/allowed-plan.ts';

/** Costs that are accepted. */
const accepted: readonly AllowedPlan[] = [
  {
    reason: 'A page of terms reads the ids and counts of the whole vocabulary; the sorted names are cached.',
    allows: (request, { table }) =>
      (table === 'terms' || (['categories', 'tags'].includes(request.list) && table === 'term_texts')) &&
      !asks(request, 'include', 'event', 'post', 'slug'),
  },
  {
    reason: 'Venues and organizers are far fewer than events: their total is counted.',
    allows: (request, { fault, table }) => isRelated(request) && fault === 'count' && table === 'linked_records',
  },
  {
    reason: 'Venues and organizers are far fewer than events: orders other than by date sort the matches.',
    allows: (request, { fault, table }) =>
      isRelated(request) &&
      (fault === 'sort' || fault === 'index scan') &&
      table === 'linked_records' &&
      orderOf(request) !== undefined,
  },
  {
    reason: 'Venues are far fewer than events: a town is searched for in all of them.',
    allows: (request, { table }) => request.list === 'events' && asks(request, 'near') && table === 'linked_records',
  },
  {
    reason: 'Images are far fewer than events: their total is counted.',
    allows: (_, { fault, table }) => fault === 'count' && table === 'media',
  },
  {
    reason: 'Images are far fewer than events: orders by title or change read all matches.',
    allows: (request, { table }) =>
      request.list === 'media' &&
      ['media', 'record_texts'].includes(table) &&
      ['title', 'modified'].includes(orderOf(request) ?? ''),
  },
  {
    reason: 'A filtered list by title or change sorts its events if they are few.',
    allows: (request, { fault, table }) =>
      fault === 'sort' &&
      table === 'events' &&
      ['title', 'modified'].includes(orderOf(request) ?? '') &&
      isFiltered(request),
  },
  {
    reason: 'Protected events are few and have an index of their own.',
    allows: (_, { fault, detail }) => fault === 'index scan' && detail.endsWith(' events_protected'),
  },
  {
    reason: 'Filtered lists have no counters: their total is counted within the window.',
    allows: ({ list }, { fault, table }) => list === 'events' && fault === 'count' && table === 'events',
  },
];

/** Costs that should be removed. */
const toImprove: readonly AllowedPlan[] = [
  {
    reason: 'The order by id sorts the events of a narrow window instead of scanning the index of ids.',
    allows: (request, { fault, table }) => fault === 'sort' && table === 'events' && orderOf(request) === 'id',
  },
  {
    reason: 'A list of hidden events that is limited only by ends is sorted.',
    allows: (request, { fault, table }) =>
      fault === 'sort' && table === 'events' && asks(request, 'ends_after') && asks(request, 'hide_from_listings'),
  },
  {
    reason:
      'For callers who may write, venues or organizers that changed within a period are sorted, even if that is all of them.',
    allows: (request, { fault, table }) =>
      isRelated(request) &&
      fault === 'sort' &&
      table === 'linked_records' &&
      request.as !== undefined &&
      asks(request, 'modified_after', 'modified_before'),
  },
  {
    reason: 'For callers who may write, the filter by coordinates reads all venues.',
    allows: (request, { fault, table }) =>
      request.list === 'events' &&
      fault === 'index scan' &&
      table === 'linked_records' &&
      asks(request, 'geoloc') &&
      request.as !== undefined,
  },
  {
    reason: 'Images have no index of changes.',
    allows: (request, { fault, table }) =>
      fault === 'table scan' && table === 'media' && asks(request, 'modified_after', 'modified_before'),
  },
];

export const allowedPlans: readonly AllowedPlan[] = [...accepted, ...toImprove];
