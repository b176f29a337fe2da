// Two hundred random combinations of filters over a random calendar, compared with a simple model.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createRandom,
  listModel,
  type ModelEvent,
  type ModelFilter,
  type ModelSite,
  type Random,
  wallClock,
} from '../../support/calendars/calendar-model.ts';
import { type Body, behind, make } from '../../support/field-table.ts';
import { runs, seedOf } from '../../support/runs.ts';
import { type Login, startTestApp, type TestApp } from '../../support/test-app.ts';

const offset = 5.5 * 3600;
const now = Date.UTC(2027, 2, 1, 12) / 1000;
const day = 86_400;
const random = createRandom(20_270_301);

let app: TestApp;
const events: ModelEvent[] = [];
const ids = { categories: [] as number[], tags: [] as number[], venues: [] as number[], organizers: [] as number[] };
const descendants = new Map<number, number[]>();
const words = ['market', 'Concert', 'Über', 'jazz', 'night', 'walk', 'opera'];

beforeAll(async () => {
  app = await startTestApp({ settings: { timezone: 'UTC+5:30' } });
  for (let index = 0; index < 5; index++) {
    const parent = index > 2 ? ids.categories[index - 3] : undefined;
    const { id } = await make(app, 'categories', { name: `Category ${index}`, ...(parent ? { parent } : {}) });
    ids.categories.push(id);
    if (parent) descendants.set(parent, [...(descendants.get(parent) ?? []), id]);
    ids.tags.push((await make(app, 'tags', { name: `Tag ${index}` })).id);
    ids.venues.push((await make(app, 'venues', { venue: `Venue ${index}` })).id);
    ids.organizers.push((await make(app, 'organizers', { organizer: `Organizer ${index}` })).id);
  }
  for (let index = 0; index < 60; index++) await addEvent(index);
});

async function addEvent(index: number): Promise<void> {
  const start = now + (random.below(120) - 40) * day + random.below(8) * 3 * 3600 - 12 * 3600;
  const end = start + random.pick([0, 3600, 7199, day, 3 * day]);
  const author = random.pick([2, 2, 3, 4]);
  const title = `${random.pick(words)} ${random.pick(words)} ${index}`;
  const description = random.chance(0.5) ? `${random.pick(words)} and ${random.pick(words)}` : '';
  const published = random.pick([now - day, now - 3600]);
  const event: Omit<ModelEvent, 'id'> = {
    title,
    description,
    start,
    end,
    published,
    author,
    status: random.chance(0.7) ? 'publish' : random.pick(['draft', 'pending', 'private', 'trash']),
    featured: random.chance(0.3),
    hidden: random.chance(0.08),
    categories: random.some(ids.categories, 2),
    tags: random.some(ids.tags, 2),
    venues: random.some(ids.venues, 2),
    organizers: random.some(ids.organizers, 2),
    parent: events.length > 5 && random.chance(0.2) ? (events[random.below(3)] as ModelEvent).id : 0,
    ticketed: random.chance(0.3),
  };
  const zone = random.pick(['UTC+5:30', 'UTC', 'Asia/Tokyo', 'America/Phoenix']);
  const { id } = await make(app, 'events', {
    title,
    description,
    start_date: new Date(start * 1000).toISOString(),
    end_date: new Date(end * 1000).toISOString(),
    date_utc: wallClock(published, 0),
    timezone: zone,
    author,
    status: event.status,
    featured: event.featured,
    hide_from_listings: event.hidden,
    categories: event.categories,
    tags: event.tags,
    venue: event.venues,
    organizer: event.organizers,
    post_parent: event.parent,
    tickets: event.ticketed ? [{ name: 'Ticket' }] : [],
  });
  events.push({ ...event, id });
}

const viewers: { as: Login | null; caller: ModelSite['caller'] }[] = [
  { as: null, caller: { id: 0, rank: 'reader' } },
  { as: 'sub', caller: { id: 5, rank: 'reader' } },
  { as: 'con', caller: { id: 4, rank: 'author' } },
  { as: 'ann', caller: { id: 3, rank: 'author' } },
  { as: 'ed', caller: { id: 2, rank: 'editor' } },
];

const limits = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const bags = ['categories', 'tags', 'venue', 'organizer'] as const;

function randomFilter(from: Random, caller: ModelSite['caller']): ModelFilter {
  const filter: ModelFilter = { strict: from.chance(0.4) };
  for (const name of limits) {
    const event = from.pick(events);
    if (from.chance(0.25)) filter[name] = from.pick([event.start, event.end, now + (from.below(90) - 30) * day]);
  }
  for (const name of bags) {
    const known = name === 'venue' ? ids.venues : name === 'organizer' ? ids.organizers : ids[name];
    if (from.chance(0.2)) filter[name] = [from.pick(known), from.pick(known)];
  }
  if (from.chance(0.2))
    filter.search = from.pick(['market', 'jazz night', 'uber'.replace('u', 'ü'), 'walk -opera', 'o']);
  if (from.chance(0.2)) filter.featured = from.chance(0.5);
  if (from.chance(0.2)) filter.ticketed = from.chance(0.5);
  if (from.chance(0.1)) filter.include = Array.from({ length: 25 }, () => from.pick(events).id);
  const readableParents = events.slice(0, 3).filter(({ status }) => status === 'publish');
  if (from.chance(0.1) && readableParents.length > 0) filter.post_parent = from.pick(readableParents).id;
  if (from.chance(0.2))
    filter.status = caller.rank === 'reader' ? ['publish'] : [from.pick(['publish', 'draft']), 'private', 'pending'];
  return filter;
}

/** The filter as a query, in a random spelling. */
function spell(filter: ModelFilter, from: Random): string {
  const parts: string[] = [];
  const put = (name: string, value: string) => parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  for (const name of limits) {
    const at = filter[name];
    if (at === undefined) continue;
    put(name, from.pick([wallClock(at, offset), new Date(at * 1000).toISOString(), String(at)]));
  }
  for (const name of [...bags, 'include', 'status'] as const) {
    const values = filter[name];
    if (!values) continue;
    const way = from.below(3);
    if (way === 0) put(name, values.join(','));
    else for (const value of values) put(way === 1 ? `${name}[]` : name, String(value));
  }
  for (const name of ['featured', 'ticketed'] as const)
    if (filter[name] !== undefined) put(name, from.pick(filter[name] ? ['true', '1', 'TRUE'] : ['false', '0']));
  if (filter.strict) put('strict_dates', from.pick(['1', 'true', 'yes', 'on']));
  else if (from.chance(0.3)) put('strict_dates', from.pick(['0', 'false', 'no', 'off']));
  if (filter.search !== undefined) put('search', filter.search);
  if (filter.post_parent !== undefined) put('post_parent', String(filter.post_parent));
  return parts.join('&');
}

interface Page {
  events: { id: number }[];
  total: number;
  total_pages: number;
  next_rest_url?: string;
}

describe.each(viewers)('as $as', ({ as, caller }) => {
  test.each(Array.from({ length: runs(40) }, (_, index) => index))('combination %i', async (index) => {
    const from = createRandom(seedOf(10_000 * caller.id + index));
    const filter = randomFilter(from, caller);
    const expected = listModel(events, filter, { now, offset, caller, descendants });
    const perPage = from.pick([3, 10, 100]);
    const base = from.pick(['/events', behind('fr', '/events'), '/events/']);
    const path = `${base}?${spell(filter, from)}&per_page=${perPage}`;
    const first = await app.request<Page & Body>({ as, path });
    const message = `${path}\n${JSON.stringify(filter)}`;
    expect(first.status, `${message} ${JSON.stringify(first.body).slice(0, 300)}`).toBe(200);
    expect(first.body.total, message).toBe(expected.length);
    expect(first.body.total_pages, message).toBe(Math.ceil(expected.length / perPage));
    expect(first.headers['x-tec-total']).toBe(String(expected.length));
    const found: number[] = [];
    for (let page: Page | undefined = first.body; page; ) {
      found.push(...page.events.map(({ id }) => id));
      page = page.next_rest_url ? (await app.request<Page>({ as, path: page.next_rest_url })).body : undefined;
    }
    expect(found, message).toEqual(expected);
  });
});
