// `GET /events/days`: events by day, for month views.
import { invalidParam } from '../../../core/api-error.ts';
import { addDays, formatDay, lastDay, parseDay } from '../../../core/dates/civil.ts';
import { fromKeys } from '../../../core/objects.ts';
import { describedAs, listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import { describe, type Values } from '../../../http/params/field.ts';
import { date, integer } from '../../../http/params/scalars.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { bypassCacheForRelativeDates } from '../../records/list/time-range.ts';
import { done } from '../../records/replies.ts';
import { eventTable } from '../fields/table.ts';
import type { EventFilter } from '../list/conditions.ts';
import { listIds } from '../list/find.ts';
import { eventListFields, readListRequest } from '../list/list-request.ts';
import { anyTime, dayIn, dayStart, windowFields } from '../list/window.ts';
import type { EventRoutesOptions } from '../service.ts';
import { briefEvents, briefMembers, groupByDay, occurrences, type Range, startsElsewhere } from './repository.ts';

const maxDays = 62;

const rangeFields = {
  from: describe(date(), "First day, in the site's time zone. Default: today", '2027-04-01'),
  to: describe(
    date(),
    `Last day, at most ${maxDays - 1} days after the first. Default: 30 days after the first`,
    '2027-04-30',
  ),
  per_day: describe(integer({ min: 1, max: 50, default: 4 }), 'Maximum number of events listed per day'),
};

const listOnlyFields = new Set([
  'page',
  'per_page',
  'cursor',
  'orderby',
  'order',
  'strict_dates',
  ...Object.keys(windowFields),
]);
const filterFields = Object.fromEntries(Object.entries(eventListFields).filter(([name]) => !listOnlyFields.has(name)));
const fields = { ...rangeFields, ...filterFields };

const brief = named('BriefEvent', strictObject(fromKeys(briefMembers, (name) => eventTable[name].reply.schema)));
const nearest = (description: string) => ({ oneOf: [brief, { const: null }], description });
const schema = named(
  'EventDays',
  strictObject({
    days: listOf(
      strictObject({
        date: { type: 'string', format: 'date' },
        total: { type: 'integer', minimum: 0, description: 'Number of events on this day' },
        events: describedAs(
          listOf(brief),
          'The first of them: events that start on this day, then events that continue',
        ),
      }),
    ),
    total: { type: 'integer', minimum: 0, description: 'Number of events in the range' },
    earlier: nearest('The last event that starts before the range'),
    later: nearest('The first event that starts after the range'),
  }),
);

/** Month views need few events of each day and their number, so the size of the reply is bounded. */
export const daysRoute = (options: EventRoutesOptions): Route => ({
  method: 'GET',
  path: '/events/days',
  operationId: 'listEventDays',
  summary: 'List events by day, in brief',
  tag: 'Event',
  params: fields,
  allowed: anyone,
  replies: [done(schema, 'The days')],
  handle: (context) => list(context, options),
});

async function list(context: RequestContext, options: EventRoutesOptions): Promise<Reply> {
  bypassCacheForRelativeDates(['from', 'to'], context);
  const request = await readListRequest(fields, context, options);
  const { from, to, per_day: perDay = 4 } = request.values as Values<typeof rangeFields>;
  const { filter } = request;
  const first = dayIn(from ?? { value: { kind: 'instant', epoch: context.now } }, context);
  const dates = datesBetween(first, to ? dayIn(to, context) : addDays(first, 30));
  const starts = dates.map((day) => dayStart(day, context));
  const range = { from: dayStart(first, context), before: dayStart(addDays(first, dates.length), context) };
  const all = dates.length === 0 ? [] : await occurrences(options.store, filter, range);
  const { days, total } = groupByDay(all, dates, starts, perDay);
  const shown = all.filter((event) => startsElsewhere(event, range, dates)).map(({ id }) => id);
  const [earlier, later] = await nearestTo(range, filter, shown, options);
  const ids = new Set([...days.flatMap((day) => day.ids), earlier, later].filter((id) => id !== undefined));
  const { events, modified } = await briefEvents(options.store.reader, [...ids], { ...context, ...filter });
  const body = {
    days: days.map(({ date, total, ids }) => ({ date, total, events: ids.flatMap((id) => events.get(id) ?? []) })),
    total,
    earlier: events.get(earlier ?? 0) ?? null,
    later: events.get(later ?? 0) ?? null,
  };
  return { status: 200, body, modified };
}

/** None if the first is after the last, as in lists of events, nor after the year 9999. Throws 400 if there are too many. */
function datesBetween(first: string, last: string): string[] {
  const start = dayNumberOf(first);
  const count = Math.max(0, Math.min(dayNumberOf(last), dayNumberOf(lastDay)) - start + 1);
  if (count > maxDays) throw invalidParam('to', 'range_too_long', { days: maxDays - 1 });
  return Array.from({ length: count }, (_, index) => formatDay(start + index));
}

const dayNumberOf = (day: string): number => parseDay(day) as number;

/** The nearest events on both sides, except those that are `shown`. */
async function nearestTo(
  { from, before }: Range,
  filter: EventFilter,
  shown: readonly number[],
  { store }: EventRoutesOptions,
): Promise<(number | undefined)[]> {
  const sides: Partial<EventFilter>[] = [
    { dates: { ...anyTime, before: from }, descending: true },
    { dates: { ...anyTime, from: before } },
  ];
  const byStart = { ...filter, orderBy: 'start_date' } as const;
  const lists = await Promise.all(sides.map((side) => listIds(store, { ...byStart, ...side }, shown.length + 1)));
  return lists.map(({ ids }) => ids.find((id) => !shown.includes(id)));
}
