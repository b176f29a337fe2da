// A fake WordPress calendar, whose quirks can be switched on one by one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { listenLocally } from './listen-locally.ts';

type Json = Readonly<Record<string, unknown>>;

export interface FakeSite {
  origin: string;
  /** Base URL of the API. */
  apiUrl: string;
  /** Its records; tests change them. */
  records: Record<List, Json[]>;
  /** Image files by path. */
  files: Record<string, Buffer>;
  quirks: Quirks;
  requests: { path: string; authorization: string | undefined; userAgent: string | undefined }[];
  connections(): number;
}

type List = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

export interface Quirks {
  /** Lists without a route. */
  missing?: readonly List[];
  /** Whatever `per_page` requests. */
  maxPerPage?: number;
  /** Text before every reply, and behind it. */
  prefix?: string;
  suffix?: string;
  gzip?: boolean;
  /** Links have another scheme, port or host. */
  linksTo?: string;
  /** `next_rest_url` is left out. */
  noLinks?: boolean;
  /** Every page is the first one. */
  stuck?: boolean;
  /** The headers report one page more than there is. */
  overstatesPages?: boolean;
  /** Handles a request instead of the site; returns whether it did. */
  before?: (path: string, reply: ServerResponse) => boolean;
  /** No REST index at the usual place, a `Link` header on the page instead. */
  restRoot?: string;
  /** Members that only single reads contain. */
  hidden?: readonly string[];
  /** Ids are texts. */
  textIds?: boolean;
  /** More members of the REST index, such as `timezone_string`. */
  index?: Json;
  /** Records that `wp/v2` has, by their types. Those that are `past` are in its list only while that is not limited to upcoming events. */
  wp?: Readonly<Record<string, readonly Json[]>>;
  /** Response of the home page instead of 200. */
  home?: { status: number; location?: string };
  /** Elements in the head of the home page. */
  head?: string;
  /** Lists and single reads show protected events in full, as before 6.8.2.1. */
  showsProtected?: boolean;
}

export const wordPressUser = { user: 'editor', password: 'abcd efgh' };

/** Stops at the end of the test, or of the file outside of tests. */
export async function startFakeWordPress(quirks: Quirks = {}): Promise<FakeSite> {
  const requests: FakeSite['requests'] = [];
  let connections = 0;
  const server = createServer((request, reply) => {
    const { authorization, 'user-agent': userAgent } = request.headers;
    requests.push({ path: request.url as string, authorization, userAgent });
    answer(site, request, reply);
  });
  server.on('connection', () => (connections += 1));
  const origin = await listenLocally(server);
  const site: FakeSite = {
    origin,
    apiUrl: `${origin}/wp-json/tribe/events/v1`,
    records: { events: [], venues: [], organizers: [], categories: [], tags: [] },
    files: {},
    quirks,
    requests,
    connections: () => connections,
  };
  return site;
}

function answer(site: FakeSite, request: IncomingMessage, reply: ServerResponse): unknown {
  const url = new URL(request.url as string, site.origin);
  const { quirks } = site;
  if (quirks.before?.(request.url as string, reply)) return undefined;
  const file = site.files[url.pathname];
  if (file) {
    return reply.writeHead(200, { 'content-type': 'image/png' }).end(file);
  }
  const signedIn = request.headers.authorization !== undefined;
  if (signedIn && request.headers.authorization !== `Basic ${btoa('editor:abcd efgh')}`)
    return send(site, reply, 401, { code: 'incorrect_password', message: '', data: { status: 401 } });
  const event = site.records.events.find((one) => one['url'] === url.href);
  if (event) {
    const form = '<form><input name="post_password" id="pwbox-1" type="password" /></form>';
    const page = `<!doctype html><title>Event</title>${event['password'] === undefined ? 'Come' : form}`;
    return reply.writeHead(200, { 'content-type': 'text/html' }).end(page);
  }
  const rest = quirks.restRoot ?? '/wp-json/';
  const route =
    url.searchParams.get('rest_route') ??
    (`${url.pathname}/`.startsWith(rest) ? `/${url.pathname.slice(rest.length)}` : '');
  if (route === '') {
    const headers = {
      'content-type': 'text/html; charset=UTF-8',
      link: `<${site.origin}${rest}>; rel="https://api.w.org/"`,
    };
    const { status = 200, ...more } = quirks.home ?? {};
    return reply
      .writeHead(url.pathname === '/' ? status : 404, {
        ...(quirks.home ? more : headers),
        'content-type': 'text/html',
      })
      .end(`<!doctype html><title>Town</title>${quirks.head ?? ''}`);
  }
  if (route === '/') {
    const namespaces = ['oembed/1.0', 'tribe/events/v1', 'wp/v2'];
    return send(site, reply, 200, { name: 'Town', namespaces, ...quirks.index });
  }
  const wp = /^\/wp\/v2\/(\w+)$/.exec(route)?.[1];
  const offered = wp === undefined ? undefined : quirks.wp?.[wp];
  if (offered !== undefined) return sendWp(offered, url, quirks, reply);
  const single = /^\/tribe\/events\/v1\/(events|venues|organizers)\/(\d+)$/.exec(route);
  if (single) return sendOne(site, single[1] as List, Number(single[2]), { url, signedIn, reply });
  const list = /^\/tribe\/events\/v1\/?(\w*)\/?$/.exec(route)?.[1];
  if (list === '')
    return send(site, reply, 200, { namespace: 'tribe/events/v1', routes: { '/tribe/events/v1/events': {} } });
  if (list === undefined || !(list in site.records) || quirks.missing?.includes(list as List))
    return send(site, reply, 404, { code: 'rest_no_route', message: '', data: { status: 404 } });
  return sendPage(site, list as List, url, signedIn, reply);
}

function sendPage(site: FakeSite, list: List, url: URL, signedIn: boolean, reply: ServerResponse): unknown {
  const { quirks } = site;
  const asked = url.searchParams.get('status');
  if (asked === 'any')
    return send(site, reply, 400, { code: 'rest_invalid_param', message: '', data: { status: 400 } });
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 10), quirks.maxPerPage ?? 50);
  const page = quirks.stuck ? 1 : Number(url.searchParams.get('page') ?? 1);
  const listed = site.records[list].filter((one) => one['hide_from_listings'] !== true);
  // WordPress leaves protected posts out of searches by visitors.
  const isOpen = ({ password }: Json) => signedIn || !url.searchParams.has('search') || password === undefined;
  const shown = listed
    .filter(isOpen)
    .filter(({ status }) =>
      asked === 'trash'
        ? status === 'trash'
        : signedIn
          ? status !== 'trash'
          : status === undefined || status === 'publish',
    );
  const pages = Math.ceil(shown.length / perPage) + (quirks.overstatesPages ? 1 : 0);
  const isListed = ([name]: [string, unknown]) => !quirks.hidden?.includes(name);
  const items = shown
    .slice((page - 1) * perPage, page * perPage)
    .map((one) => Object.fromEntries(Object.entries(one).filter(isListed)));
  if (items.length === 0 && page > 1)
    return send(site, reply, 404, { code: 'event-archive-page-not-found', message: '', data: { status: 404 } });
  const next = `${quirks.linksTo ?? site.origin}${quirks.restRoot ?? '/wp-json/'}tribe/events/v1/${list}/?per_page=${perPage}&status=${signedIn ? 'any' : 'publish'}&page=${Number(url.searchParams.get('page') ?? 1) + 1}`;
  return send(site, reply, 200, {
    [list]: quirks.textIds
      ? items.map((one) => ({ ...one, id: String(one['id']) }))
      : items.map((one) => masked(one, url, quirks)),
    rest_url: `${site.origin}/wp-json/tribe/events/v1/${list}/`,
    ...((page < pages || quirks.stuck) && !quirks.noLinks ? { next_rest_url: next } : {}),
    total: shown.length,
    total_pages: pages,
  });
}

function sendWp(records: readonly Json[], url: URL, quirks: Quirks, reply: ServerResponse): unknown {
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 10), quirks.maxPerPage ?? 100);
  const page = quirks.stuck ? 1 : Number(url.searchParams.get('page') ?? 1);
  const ids = url.searchParams.get('include')?.split(',').map(Number);
  const isUnlimited = url.searchParams.get('search')?.includes('_EventStartDate');
  const listed = records.filter(({ past }) => past === undefined || isUnlimited);
  const found = listed.filter(({ id }) => ids === undefined || ids.includes(Number(id)));
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'x-wp-totalpages': quirks.stuck ? '1000000000' : String(Math.ceil(found.length / perPage)),
  };
  const text = JSON.stringify(found.slice((page - 1) * perPage, page * perPage));
  return reply.writeHead(200, headers).end((quirks.prefix ?? '') + text);
}

interface SingleRead {
  url: URL;
  signedIn: boolean;
  reply: ServerResponse;
}

/** Like the reference for single records, which returns hidden ones too. */
function sendOne(site: FakeSite, list: List, id: number, { url, signedIn, reply }: SingleRead): unknown {
  const kind = list.slice(0, -1);
  const refuse = (status: number, code: string) => send(site, reply, status, { code, message: '', data: { status } });
  const record = site.records[list].find((one) => Number(one['id']) === id);
  if (record === undefined)
    return kind === 'event' ? refuse(404, 'rest-event-not-found') : refuse(400, 'rest_invalid_param');
  const { status = 'publish', password } = record;
  if (status === 'trash' && kind === 'event') return refuse(403, 'event-no-longer-available');
  if (status !== 'publish' && !signedIn) return refuse(403, `${kind}-not-accessible`);
  if (password !== undefined && kind === 'event' && url.searchParams.get('context') !== 'edit')
    return refuse(403, 'event-password-protected');
  return send(site, reply, 200, masked(record, url, site.quirks));
}

/** A protected event has only its title and dates, except for an editor with `context=edit`. */
function masked({ password, ...event }: Json, url: URL, { showsProtected = false }: Quirks): Json {
  if (password === undefined || showsProtected || url.searchParams.get('context') === 'edit') return event;
  const nothing = {
    description: '',
    excerpt: '',
    cost: '',
    image: false,
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
  };
  return { ...event, ...nothing, all_day: null, show_map: null, featured: null };
}

function send({ quirks }: FakeSite, reply: ServerResponse, status: number, value: unknown): unknown {
  const text = (quirks.prefix ?? '') + JSON.stringify(value) + (quirks.suffix ?? '');
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  if (!quirks.gzip) return reply.writeHead(status, headers).end(text);
  return reply.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(text));
}

/** An event in the format of such a site. */
export const siteEvent = (site: FakeSite, id: number, more: Json = {}): Json => ({
  id,
  global_id: `old-town.example?id=${id}`,
  author: '7',
  status: 'publish',
  date_utc: '2026-01-01 10:00:00',
  modified_utc: '2026-01-02 10:00:00',
  rest_url: `${site.apiUrl}/events/${id}`,
  title: `Event ${id} &#8211; &#8220;open&#8221;`,
  slug: `event-${id}`,
  description: '<p>Come</p>',
  start_date: '2026-09-01 18:00:00',
  end_date: '2026-09-01 20:00:00',
  utc_start_date: '2026-09-01 16:00:00',
  utc_end_date: '2026-09-01 18:00:00',
  timezone: 'Europe/Paris',
  all_day: false,
  show_map: true,
  featured: false,
  cost: '',
  image: false,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  ...more,
});
