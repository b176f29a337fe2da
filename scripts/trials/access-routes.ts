// The requests of the access trial: every documented operation, pages, feeds, WordPress routes, oEmbed and MCP.
import type { Call } from '../service.ts';
import { eventDay, type SecretRecord, states } from './access-records.ts';
import type { Operation } from './document.ts';

const base = '/calendar/events/v1';

/** The values of `{name}` in a path for that record; other names get small numbers. */
function valuesOf(name: string, record: SecretRecord): readonly (string | number)[] {
  const values: Record<string, readonly (string | number)[]> = {
    id: [record.id],
    slug: [record.slug],
    record: [record.id, record.slug],
    external_id: [record.externalId],
    language: ['fr'],
  };
  return values[name] ?? [1, 2, 3];
}

/** The path with every combination of values. */
function fillPath(path: string, record: SecretRecord): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return valuesOf(name, record).flatMap((value) =>
    fillPath(path.replace(`{${name}}`, encodeURIComponent(value)), record),
  );
}

/** Whether the operation applies to records of that kind, or to no particular kind. */
const appliesTo = ({ path }: Operation, { plural }: SecretRecord): boolean =>
  !/^\/(events|venues|organizers|categories|tags|media)\b/.test(path) || path.startsWith(`/${plural}/`);

const always = 'start_date=2000-01-01&end_date=2100-01-01&per_page=100';

/** Reads of one record. */
export function recordPaths(operations: readonly Operation[], record: SecretRecord): string[] {
  const { id, slug, plural } = record;
  const documented = operations
    .filter((one) => one.method === 'GET' && one.path.includes('{') && appliesTo(one, record))
    .flatMap((one) => fillPath(one.path, record))
    .flatMap((path) =>
      ['', '?context=edit', '?password=wrong', '?i18n_language=fr&_fields=id,description', '?_envelope=1'].map(
        (query) => base + path + query,
      ),
    );
  const singular = plural.slice(0, -1);
  const type = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' }[plural];
  return [
    ...documented,
    `/${singular}/${slug}/`,
    `/fr/${singular}/${slug}/`,
    `/?p=${id}`,
    `/?${type}=${slug}`,
    `/event/${id}.ics`,
    `/event/${slug}/ical/`,
    `/wp-json/wp/v2/${type}/${id}`,
    `/wp-json/wp/v2/${type}/${id}?context=edit`,
    `/wp-json/wp/v2/${type}?slug=${slug}`,
    `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`http://127.0.0.1/${singular}/${slug}/`)}`,
  ];
}

/** Lists that could contain the records, with every filter that could widen them. */
export function listPaths(operations: readonly Operation[], records: readonly SecretRecord[]): string[] {
  const documented = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const ids = (plural: SecretRecord['plural']) => records.filter((one) => one.plural === plural).map(({ id }) => id);
  const examples: Record<string, readonly string[]> = {
    status: [...states.filter((state) => state !== 'protected'), 'any', 'draft,pending,private,future,trash,publish'],
    include: [
      records
        .map(({ id }) => id)
        .slice(0, 100)
        .join(),
    ],
    search: ['gala', '"gala"', 'gal'],
    venue: ids('venues').slice(0, 5).map(String),
    organizer: ids('organizers').slice(0, 5).map(String),
    event: ids('events').map(String),
    post: ids('events').map(String),
    post_parent: ids('events').slice(0, 3).map(String),
    password: ['wrong', ''],
    context: ['edit'],
    hide_from_listings: ['true', 'false'],
    orderby: ['title', 'modified', 'id'],
    only_with_upcoming: ['true'],
    has_events: ['true', 'false'],
    author: ['2', '3', '4'],
  };
  const queries = ({ query }: Operation) =>
    query.flatMap((name) => (examples[name] ?? []).map((value) => `${name}=${encodeURIComponent(value)}`));
  const types = ['tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat', 'media', 'tags'];
  const month = eventDay.slice(0, 7);
  const pages = [
    '/',
    '/events/',
    '/events/cards/',
    '/events/past/',
    `/events/${month}/`,
    `/events/week/${eventDay}/`,
    `/events/${eventDay}/`,
  ];
  return [
    ...documented.flatMap((one) => ['', ...queries(one)].map((query) => `${base}${one.path}?${always}&${query}`)),
    ...types.flatMap((type) =>
      ['', '&status=any', '&context=edit', '&search=gala'].map(
        (query) => `/wp-json/wp/v2/${type}?per_page=100${query}`,
      ),
    ),
    ...pages.flatMap((page) => [page, `${page}?search=gala`, `/fr${page}`, page.replace('/events/', '/embed/')]),
    '/events.ics',
    '/events.rss',
    '/sitemap.xml',
    '/robots.txt',
    '/?s=gala',
    '/events/?tribe-bar-search=gala',
    '/events/list/',
    '/wp-json/',
  ];
}

/** Searches for a word. */
export const searchPaths = (word: string): string[] => [
  ...['events', 'venues', 'organizers', 'events.csv', 'events.rss'].map(
    (list) => `${base}/${list}?${always}&search=${word}`,
  ),
  `/wp-json/wp/v2/tribe_events?search=${word}`,
  `/events/?search=${word}`,
];

/** Changes of one record by every documented operation. */
export function writeCalls(operations: readonly Operation[], record: SecretRecord): Call[] {
  const json = { description: 'Taken over', status: 'publish', title: 'Taken over' };
  const documented = operations
    .filter((one) => one.method !== 'GET' && one.path.includes('{') && appliesTo(one, record))
    .flatMap(({ method, path }) => fillPath(path, record).map((filled) => ({ method, path: base + filled })));
  const recordPath = `/${record.plural}/${record.id}`;
  return [
    ...documented.map((call) => (call.method === 'DELETE' ? call : { ...call, json })),
    { method: 'DELETE', path: `${base}${recordPath}?force=true` },
    { method: 'POST', path: `${base}${recordPath}?_method=DELETE` },
    { method: 'PATCH', path: `${base}${recordPath}?dry_run=true`, json },
    { method: 'POST', path: `${base}/batch`, json: { requests: [{ method: 'PATCH', path: recordPath, body: json }] } },
  ];
}

const tools: readonly (readonly [string, (record: SecretRecord) => object])[] = [
  ['get_record', ({ plural, id }) => ({ kind: plural.slice(0, -1), id })],
  ['search_events', () => ({ search: 'gala', start_date: '2000-01-01', end_date: '2100-01-01' })],
  ['list_records', ({ plural }) => ({ kind: plural.slice(0, -1), search: 'gala' })],
];

export const toolCalls = (record: SecretRecord): Call[] =>
  tools.map(([name, argumentsOf]) => ({
    method: 'POST',
    path: '/mcp',
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: argumentsOf(record) } },
  }));
