// Events, venues and organizers in the format of WordPress. They are read through the calendar's routes, so that
// permissions, masking, languages and totals are implemented once.
import { ApiError } from '../../core/api-error.ts';
import type { JsonSchema, Values } from '../../http/params/field.ts';
import type { Raw, RawParams } from '../../http/params/raw.ts';
import { createSizeTotal, sizeOf } from '../../http/response/size-limit.ts';
import { type PathValues, publicRead, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import type { Page } from '../records/list/paging.ts';
import { done, refused } from '../records/replies.ts';
import type { CalendarRecord } from './calendar-record.ts';
import { embeddingFor, type Relation } from './embedded.ts';
import { assertPostPageExists, notFoundAs, pageHeaders, pageOf, readWordpressPage } from './list.ts';
import { eventPost, organizerPost, venuePost } from './posts.ts';
import { isOrderByDate, postListFields, postReadFields, renamedFields } from './schemas.ts';

interface Mirrored {
  path: string;
  /** Path of the list in the calendar. */
  of: string;
  noun: string;
  schema: JsonSchema;
  /** Parameters added to every request to the calendar. */
  defaults: Readonly<Record<string, Raw>>;
  present(record: CalendarRecord, context: RequestContext): object;
}

const newestFirst = { orderby: 'date', order: 'desc', status: 'publish' };

const kinds: readonly Mirrored[] = [
  {
    ...eventPost,
    path: '/tribe_events',
    of: '/events',
    // Any date condition replaces the default window.
    defaults: { ...newestFirst, ends_after: '1000-01-01 00:00:00' },
  },
  { ...venuePost, path: '/tribe_venue', of: '/venues', defaults: newestFirst },
  { ...organizerPost, path: '/tribe_organizer', of: '/organizers', defaults: newestFirst },
];

/** `calendar`: routes of the calendar API. */
export const mirroredRoutes = (calendar: readonly Route[], db: Reader, maxPerPage: number): Route[] =>
  kinds.flatMap((kind) => [listRoute(kind, { calendar, db, maxPerPage }), readRoute(kind, calendar, db)]);

type Handler = (context: RequestContext) => Promise<Reply>;

export const routeOf = (calendar: readonly Route[], path: string): Handler =>
  (calendar.find((route) => route.method === 'GET' && route.path === path) as Route).handle;

export const bodyOf = ({ body }: Reply): CalendarRecord =>
  (Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body) as CalendarRecord;

interface ListRouteOptions {
  calendar: readonly Route[];
  db: Reader;
  maxPerPage: number;
}

const listRoute = (kind: Mirrored, { calendar, db, maxPerPage }: ListRouteOptions): Route =>
  publicRead({
    path: kind.path,
    operationId: `list${kind.noun}s`,
    summary: `List ${kind.of.slice(1)} in WordPress format`,
    tag: 'Calendar',
    params: postListFields,
    replies: [pageOf(kind.schema), ...refused('rest_post_invalid_page_number')],
    async handle(values, context) {
      const named = namedBy(values);
      // Clients expect all records that they name at once, unless they send `per_page`.
      const page = named
        ? readWordpressPage({ per_page: maxNamed, ...values }, maxNamed)
        : readWordpressPage(values, maxPerPage);
      const { items, total, modified } = named
        ? await readEach(named.paths, routeOf(calendar, kind.of + named.route), context)
        : await readList(kind, routeOf(calendar, kind.of), page, context);
      assertPostPageExists(total, page);
      const shown = named ? items.slice(page.offset, page.offset + page.perPage) : items;
      return {
        status: 200,
        ...(await presentAll(shown, { kind, values, modified, context, db })),
        headers: pageHeaders(total, page, { path: kind.path, fields: postListFields }, context),
      };
    },
  });

/** The calendar's pages have numbers: an offset within one of them needs the next one as well. */
async function readList(kind: Mirrored, list: Handler, { offset, perPage }: Page, context: RequestContext) {
  const params = listParams(kind, context);
  const read = (page: number) =>
    readNumberedPage(kind, list, { ...context, params: new Map([...params, ['page', page]]) });
  const skipped = offset % perPage;
  const number = (offset - skipped) / perPage + 1;
  const first = await read(number);
  if (skipped === 0) return first;
  const next = await read(number + 1);
  const modified = Math.max(first.modified ?? 0, next.modified ?? 0);
  return { ...first, items: [...first.items, ...next.items].slice(skipped, skipped + perPage), modified };
}

function listParams({ defaults }: Mirrored, context: RequestContext): RawParams {
  const params: RawParams = new Map(Object.entries(defaults));
  for (const [name, value] of context.params)
    if ((name in postListFields || name === 'i18n_language') && value !== '')
      params.set(renamedFields[name] ?? name, value);
  params.delete('offset');
  if (isOrderByDate(params.get('orderby'))) params.set('orderby', 'date');
  return params;
}

/** Empty past the end, where there is no total: that of the first page decides between an empty list and an error. */
async function readNumberedPage({ of }: Mirrored, list: Handler, context: RequestContext) {
  const present = (listed: Reply) => {
    const body = bodyOf(listed);
    return { items: body[of.slice(1)] as CalendarRecord[], total: Number(body['total']), modified: listed.modified };
  };
  try {
    return present(await list(context));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.code.endsWith('archive-page-not-found')) throw error;
    const first = await list({ ...context, params: new Map([...context.params, ['page', 1]]) });
    return { ...present(first), items: [] };
  }
}

/** The single records that ids or slugs name. */
function namedBy({ include, slug }: Values<typeof postListFields>) {
  if (include) return { route: '/{id}', paths: include.map((id) => ({ id })) };
  if (!slug) return undefined;
  return { route: '/by-slug/{slug}', paths: slug.map((text) => ({ slug: encodeURIComponent(text) })) };
}

const maxNamed = 100;
const unreadable = new Set([401, 403, 404, 410]);

/** Records that the caller may read, in the order of their paths. */
async function readEach(paths: readonly PathValues[], read: Handler, context: RequestContext) {
  const replies = [];
  const addSize = createSizeTotal();
  for (const path of paths.slice(0, maxNamed)) {
    const reply = await read({ ...context, path, params: withoutFields(context) }).catch((error: unknown) => {
      if (error instanceof ApiError && unreadable.has(error.status)) return undefined;
      throw error;
    });
    if (reply) addSize(Buffer.isBuffer(reply.body) ? reply.body.length : sizeOf(reply.body));
    replies.push(reply);
  }
  const found = replies.filter((reply) => reply !== undefined);
  const modified = Math.max(0, ...found.map((reply) => reply.modified ?? 0));
  // Several slugs may name one record.
  const items = [...new Map(found.map(bodyOf).map((record) => [record['id'], record])).values()];
  return { items, total: items.length, modified };
}

interface Presentation {
  kind: Mirrored;
  values: { _embed?: readonly Relation[] };
  modified: number | undefined;
  context: RequestContext;
  db: Reader;
}

async function presentAll(records: readonly CalendarRecord[], { kind, values, modified, context, db }: Presentation) {
  const embedding = await embeddingFor(records, values._embed ?? [], context, db);
  const body = records.map((record) => {
    const _embedded = embedding.of(record);
    return { ...kind.present(record, context), ...(_embedded ? { _embedded } : {}) };
  });
  return { body, modified: modified && Math.max(modified, embedding.modified) };
}

const withoutFields = ({ params }: RequestContext): RawParams =>
  new Map([...params].filter(([name]) => name === 'i18n_language' || name === 'password'));

const readRoute = (kind: Mirrored, calendar: readonly Route[], db: Reader): Route =>
  publicRead({
    path: `${kind.path}/{id}`,
    operationId: `get${kind.noun}`,
    summary: `Read one of the ${kind.of.slice(1)} in WordPress format`,
    tag: 'Calendar',
    params: postReadFields,
    replies: [
      done(kind.schema),
      ...refused(
        'rest_post_invalid_id',
        'event-no-longer-available',
        'event-not-accessible',
        'event-password-protected',
      ),
      ...refused('venue-not-accessible', 'organizer-not-accessible'),
    ],
    async handle(values, context) {
      const read = routeOf(calendar, `${kind.of}/{id}`);
      const reply = await read({ ...context, params: withoutFields(context) }).catch(
        notFoundAs('rest_post_invalid_id'),
      );
      const presented = await presentAll([bodyOf(reply)], { kind, values, modified: reply.modified, context, db });
      return { status: 200, ...presented, body: presented.body[0] };
    },
  });
