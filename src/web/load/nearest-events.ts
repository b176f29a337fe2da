// Links to the next and the latest event, for pages without events.
import { html } from 'ghtml';
import { langOf } from '../views/parts.ts';
import type { BriefJson, DaysJson } from './interface-types.ts';
import type { PageScope } from './page-scope.ts';

export type Nearest = Pick<DaysJson, 'earlier' | 'later'>;

export function nearestLinks({ texts, links }: PageScope, { earlier, later }: Nearest): string {
  const link = (event: BriefJson | null, key: 'nextEvent' | 'latestEvent') =>
    event
      ? html`<p><a href="${links.local(event.url)}"!${langOf(event.language, texts)}>${texts.text(key, { name: `${event.title}, ${texts.fullDay(event.start_date)}` })}</a></p>`
      : '';
  return link(later, 'nextEvent') + link(earlier, 'latestEvent');
}

/** The events nearest to today that match the filters. */
export async function loadNearestLinks(scope: PageScope): Promise<string> {
  const query = { ...scope.query, from: scope.today, to: scope.today, per_day: '1' };
  const { status, body } = await scope.calendar.get<DaysJson>('/events/days', query);
  return status === 200 ? nearestLinks(scope, body) : '';
}
