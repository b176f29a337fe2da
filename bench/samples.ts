// Records to request, found through the REST API, so that this works with any server.
import { sendRequest } from './load.ts';

export interface Site {
  origin: string;
  /** Path of the namespace, without a trailing slash. */
  root: string;
}

export interface Samples {
  total: number;
  pages: number;
  events: { id: number; slug: string }[];
  categories: number[];
  tags: number[];
  venues: number[];
}

export const ownRoot = '/calendar/events/v1';

async function getJson(site: Site, path: string): Promise<Record<string, unknown>> {
  const { status, body } = await sendRequest(site.origin, { method: 'GET', path: `${site.root}${path}` });
  if (status !== 200) throw new Error(`${site.origin}${site.root}${path} returned ${status}`);
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

const listOf = (body: Record<string, unknown>, key: string): Record<string, unknown>[] =>
  Array.isArray(body[key]) ? body[key] : [];

export async function readSamples(site: Site): Promise<Samples> {
  const soon = await getJson(site, '/events?per_page=50');
  // Spread over the years of the calendar, so that rows far apart are read.
  const thisYear = new Date().getUTCFullYear();
  const lists = [soon];
  for (const year of [-3, -1, 1, 3])
    lists.push(await getJson(site, `/events?per_page=50&start_date=${thisYear + year}-03-01&end_date=2099-01-01`));
  const events = lists
    .flatMap((list) => listOf(list, 'events'))
    // Protected events have null here, and single reads of them are refused.
    .filter((event) => event['all_day'] !== null)
    .map((event) => ({ id: Number(event['id']), slug: String(event['slug']) }))
    .filter(({ slug }) => /^[\w-]+$/.test(slug));
  const inUse = (list: Record<string, unknown>[]) =>
    list
      .filter((term) => Number(term['count']) > 0)
      .sort((a, b) => Number(b['count']) - Number(a['count']))
      .map((term) => Number(term['id']));
  return {
    total: Number(soon['total']),
    pages: Math.ceil(Number(soon['total']) / 10),
    events,
    categories: inUse(listOf(await getJson(site, '/categories?per_page=50'), 'categories')),
    tags: inUse(listOf(await getJson(site, '/tags?per_page=50'), 'tags')),
    venues: listOf(await getJson(site, '/venues?per_page=50'), 'venues').map((venue) => Number(venue['id'])),
  };
}
