// Months and weeks.
import { addDays } from '../../core/dates/civil.ts';
import { filterValues } from '../address/filters.ts';
import { lastDayOf, mondayOf, monthOf, weekStart } from '../days.ts';
import { type GridPage, monthView, weekView } from '../views/month.ts';
import { notFoundView } from '../views/notes.ts';
import type { View } from '../views/view.ts';
import type { BriefJson, DaysJson, ErrorJson } from './interface-types.ts';
import { type Nearest, nearestLinks } from './nearest-events.ts';
import type { PageScope } from './page-scope.ts';
import { refusalView } from './refusal.ts';

export async function monthPage(scope: PageScope, requested: string | undefined): Promise<View> {
  const month = requested ?? monthOf(scope.today);
  const first = `${month}-01`;
  const found = await loadDays(scope, first, lastDayOf(month), 3);
  if ('main' in found) return found;
  const to = (target: string) => ({ path: `/events/${monthOf(target)}/`, label: scope.texts.briefMonth(target) });
  const neighbours = { before: addDays(first, -1), after: addDays(lastDayOf(month), 1) };
  return monthView(scope, month, gridPage(scope, found, neighbours, to));
}

export async function weekPage(scope: PageScope, requested: string | undefined): Promise<View | string> {
  const day = requested ?? scope.today;
  const first = weekStart(day, scope.texts.firstWeekday);
  const monday = mondayOf(first);
  if (requested !== undefined && monday !== requested)
    return scope.links.page(`/events/week/${monday}/`, filterValues(scope.filters));
  const found = await loadDays(scope, first, addDays(first, 6), 12, monday);
  if ('main' in found) return found;
  const to = (target: string) => {
    const start = weekStart(target, scope.texts.firstWeekday);
    return { path: `/events/week/${mondayOf(start)}/`, label: scope.texts.briefDay(start) };
  };
  const neighbours = { before: addDays(first, -1), after: addDays(first, 7) };
  return weekView(scope, first, gridPage(scope, found, neighbours, to));
}

/** The first few events of each day, or an error view if the interface refuses the filters or no event is near. */
async function loadDays(
  scope: PageScope,
  from: string,
  to: string,
  perDay: number,
  named = from,
): Promise<DaysJson | View> {
  // The range ends after the year 9999.
  if (to.length > from.length) return notFoundView(scope);
  const query = { ...scope.query, from, to, per_day: String(perDay) };
  const { status, body } = await scope.calendar.get<DaysJson | ErrorJson>('/events/days', query);
  if (status !== 200) return refusalView(scope, body as ErrorJson);
  const found = body as DaysJson;
  return found.total === 0 && isFarOutside(named, scope, found) ? notFoundView(scope) : found;
}

/** Links to the months or weeks of the nearest events. In its own time zone, such an event may start within the range. */
function gridPage(
  scope: PageScope,
  { days, total, earlier, later }: DaysJson,
  { before, after }: { before: string; after: string },
  to: (day: string) => NonNullable<GridPage['next']>,
): GridPage {
  const start = (event: BriefJson) => event.start_date.slice(0, 10);
  return {
    days,
    total,
    previous: earlier ? to(start(earlier) < before ? start(earlier) : before) : undefined,
    next: later ? to(start(later) > after ? start(later) : after) : undefined,
    instead: total === 0 ? nearestLinks(scope, { earlier, later }) : '',
  };
}

/** Pages more than two months from the nearest event and from today do not exist, so that crawlers come to an end. */
function isFarOutside(day: string, { today }: PageScope, { earlier, later }: Nearest): boolean {
  if (earlier && later) return false;
  const isNear = (other: string) => day <= addDays(other, 62) && day >= addDays(other, -62);
  const nearest = (earlier ?? later)?.start_date.slice(0, 10) ?? today;
  return !isNear(today) && !isNear(nearest);
}
