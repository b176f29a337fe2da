// @kalends/client: a typed client of the calendar API, for browsers, workers, Deno and Node.
import { type MediaLibrary, mediaLibrary, type Posts, posts, type Request, type Terms, terms } from './collections.ts';
import { type CallOptions, type ChangeOptions, type ClientOptions, type CreateOptions, split } from './options.ts';
import { type Call, createSend } from './send.ts';
import type { BatchRequest, Change, QueryOf, ReplyOf } from './types.ts';

// biome-ignore lint/performance/noBarrelFile: what users of the package import comes from one name
export { KalendsError, type KalendsErrorCode } from './error.ts';
export type { CallOptions, ChangeOptions, ClientOptions, CreateOptions, Language, WriteOptions } from './options.ts';
export type {
  BatchRequest,
  Category,
  CategoryCreate,
  CategoryUpdate,
  Change,
  Event,
  EventCreate,
  EventFilters,
  EventUpdate,
  Media,
  MediaUpdate,
  Organizer,
  OrganizerCreate,
  OrganizerUpdate,
  ProtectedEvent,
  Tag,
  TagCreate,
  TagUpdate,
  Venue,
  VenueCreate,
  VenueUpdate,
} from './types.ts';

type ChangesOptions = CallOptions & QueryOf<'listChanges'>;

export interface Client {
  events: Posts<'events'>;
  venues: Posts<'venues'>;
  organizers: Posts<'organizers'>;
  categories: Terms<'categories'>;
  tags: Terms<'tags'>;
  media: MediaLibrary;
  /** Runs up to 100 writes in one transaction. */
  batch(requests: readonly BatchRequest[], options?: CreateOptions): Promise<ReplyOf<'runBatch'>>;
  /** One page of changes. Without `since`, there are none, and the token is for changes from now on. */
  changes(options?: ChangesOptions): Promise<ReplyOf<'listChanges'>>;
  /** All changes since the token. Returns the token for the next call. */
  changesSince(token: string, options?: Omit<ChangesOptions, 'since'>): AsyncGenerator<Change, string, undefined>;
  /** The ETag of this object, if it was read on its own. */
  etagOf(record: object): string | undefined;
  /** Any other request below the namespace, with the same credentials, retries and errors. */
  request<T = unknown>(call: Call): Promise<T>;
}

/** Sends no request. Throws TypeError for invalid options. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options);
  const tags = new WeakMap<object, string>();
  const request: Request = async <T>({ dryRun, ifMatch, ...call }: Call & ChangeOptions) => {
    const query = { dry_run: dryRun || undefined, ...call.query };
    const headers = { 'if-match': ifMatch === undefined ? undefined : tagOf(ifMatch), ...call.headers };
    const { body, etag } = await send({ ...call, query, headers });
    if (etag !== null && body !== null && typeof body === 'object') tags.set(body, etag);
    return body as T;
  };
  const tagOf = (ifMatch: string | object): string => {
    const tag = typeof ifMatch === 'string' ? ifMatch : tags.get(ifMatch);
    if (tag === undefined) throw new TypeError('ifMatch is no record that this client has read by itself');
    return tag;
  };
  const changes = (given: ChangesOptions = {}) => {
    const { call, parameters } = split(given);
    return request<ReplyOf<'listChanges'>>({ ...call, method: 'GET', path: '/changes', query: parameters });
  };
  return {
    events: posts('events', request),
    venues: posts('venues', request),
    organizers: posts('organizers', request),
    categories: terms('categories', request),
    tags: terms('tags', request),
    media: mediaLibrary(request),
    batch: (requests, options) => request({ ...options, method: 'POST', path: '/batch', body: { requests } }),
    changes,
    async *changesSince(token, given) {
      for (let since = token; ; ) {
        const page = await changes({ ...given, since });
        yield* page.changes;
        if (!page.has_more || page.next_token === since) return page.next_token;
        since = page.next_token;
      }
    },
    etagOf: (record) => tags.get(record),
    request,
  };
}
