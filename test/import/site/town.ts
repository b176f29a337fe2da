// A town's calendar on a site with quirks, and its events here.
import { type Quirks, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import type { TestApp } from '../../support/test-app.ts';

const term = (id: number, more: object = {}) => ({
  id,
  name: `Term &amp; ${id}`,
  slug: `term-${id}`,
  parent: 0,
  description: '',
  ...more,
});
export const venue = {
  id: 900,
  global_id: 'old-town.example?id=900',
  status: 'publish',
  venue: 'The &#8216;Hall&#8217;',
  slug: 'hall',
  city: 'Lyon',
};

/** The first two events are drafts; with a venue and a tree of categories. */
export async function startTown(quirks: Quirks = {}, events = 120) {
  const site = await startFakeWordPress(quirks);
  site.records.venues.push(venue);
  site.records.categories.push(term(5, { parent: 6 }), term(6));
  for (let id = 1; id <= events; id++) {
    const more = {
      status: id <= 2 ? 'draft' : 'publish',
      venue: id % 3 === 0 ? venue : id % 3 === 1 ? [venue] : [],
      categories: [term(5, { parent: 6 })],
    };
    site.records.events.push(siteEvent(site, id, more));
  }
  return site;
}

interface Shown {
  id: number;
  title: string;
  status: string;
  venue: { id: number } | [];
  image: { id: number; url: string; width: number } | false;
  [key: string]: unknown;
}

export async function eventsOf(app: TestApp): Promise<Shown[]> {
  const events: Shown[] = [];
  for (let page = 1; page < 9; page++) {
    const query = { start_date: '1000-01-01', end_date: '2999-12-31', per_page: 100, page, orderby: 'id' };
    const { status, body } = await app.request<{ events: Shown[] }>({ as: 'admin', path: '/events', query });
    if (status === 404) break;
    events.push(...body.events);
  }
  return events;
}

export const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
