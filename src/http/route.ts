import type { CacheValidity } from '../cache/validity.ts';
import type { ApiError, ErrorCode } from '../core/api-error.ts';
import type { RemoteImages } from '../core/images.ts';
import type { Language } from '../core/languages.ts';
import type { Caller } from '../core/roles.ts';
import type { ErrorReply } from './error-body.ts';
import type { Links } from './links.ts';
import type { HeaderName } from './openapi/header-components.ts';
import type { Deprecation, Fields, JsonSchema, ReadContext, Values } from './params/field.ts';
import type { RawParams } from './params/raw.ts';
import { getParams } from './params/read.ts';
import type { BodyLimit } from './request/collect-body.ts';
import type { Upload } from './request/multipart.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One request, parsed and authenticated: everything that a use case may depend on. */
export interface RequestContext extends ReadContext {
  caller: Caller;
  /** IP address. */
  remoteAddress: string;
  /** Names the request in the log. */
  requestId: string;
  language: Language;
  links: Links;
  siteName: string | undefined;
  /** Body and query merged, the body first (D2); the path's values are apart. */
  params: RawParams;
  path: PathValues;
  /** The data that the request is answered from is this or newer. */
  validity: CacheValidity;
  /** The uploaded file, on a route that accepts one. */
  upload?: Upload | undefined;
  /** Images that the parameters give by URL, on a route that accepts them. */
  images?: RemoteImages | undefined;
  /** The reply depends on the clock beyond publication times and the day, so it must not be cached. */
  uncacheable(): void;
  /** Sets the access path by which a list was read, for the log. */
  setPlan(plan: string): void;
  /** Names the record that a write found, for `Allow`: it may have another slug afterwards. */
  setRecord(id: number): void;
  /** For a write with preconditions: throws 412 unless they hold for its record (`undefined` if it does not exist). */
  preconditions?: ((current: Representation | undefined) => void) | undefined;
  /** The same request in the language that other parameters select. */
  withLanguage(params: RawParams): RequestContext;
  /** The body of an error reply. */
  presentError(error: ApiError): ErrorReply;
  /** For a write with an Idempotency-Key: stores its reply; call it inside the transaction of the write. */
  storeReply?: (reply: Reply) => Promise<void>;
}

/** A record as `GET` shows it to this caller; ETags are computed from it. */
export interface Representation {
  body: unknown;
  /** UTC seconds of the newest change of the record and of what its body shows. */
  modified: number;
}

export interface Reply {
  status: number;
  /** Serialised as JSON, unless it is a Buffer, whose content type is among the headers. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** For reads: UTC seconds of the newest change among the records that the body shows. */
  modified?: number | undefined;
  /** For reads: a short text, unique to the body, from which the entity tag is computed. */
  digest?: string | undefined;
  /** For a write with an `etag`: the length of the body that the tag belongs to. */
  tagBytes?: number;
}

/** A reply of a route, for the OpenAPI document. Errors that every request can have are added there. */
export interface ReplyDocs {
  status: number;
  /** Errors are described by their status. */
  description?: string;
  /** Schema of the body of a success. */
  schema?: JsonSchema;
  /** Media type of the body of a success, unless that is JSON. */
  mediaType?: string;
  /** A page of a list, with the totals in headers. */
  list?: boolean;
  /** Further headers, of `headerComponents`. */
  headers?: readonly HeaderName[];
  /** For an error that this route adds. */
  code?: ErrorCode;
}

export interface Route {
  method: Method;
  /** `/events/{id}`, `/events/by-slug/{slug}`. */
  path: string;
  /** The path is also served outside the namespace, below the site's URL and its languages. */
  isPublic?: true;
  operationId: string;
  summary: string;
  tag: string;
  /** Name of the body's schema, if another route of the tag has the usual name. */
  bodyName?: string;
  /** The route is deprecated: replies and the document say so. */
  deprecation?: Deprecation;
  /** Parameters other than the path's: query for GET and DELETE, body (or query) for the others. */
  params: Fields;
  /** The route accepts a file up to this size, as a form or as the body. */
  upload?: BodyLimit;
  /** The reply contains a secret and must not be stored: Idempotency-Keys have no effect, and batches refuse the route. */
  isSecret?: true;
  /** Parameters `image` may be URLs, which are fetched before the operation begins. */
  images?: true;
  /** Whether the caller's role may use it at all (D1: checked before body and parameters). */
  allowed(caller: Caller): boolean;
  /** Whether the caller may use it on the record in the path; without it, `allowed` decides alone. */
  allowedOn?(context: RequestContext): Promise<boolean>;
  /** Slow work that a dry run does before its transaction, so that no writer waits for it; `handle` uses the result. */
  prepare?(context: RequestContext): Promise<void>;
  handle(context: RequestContext): Promise<Reply>;
  replies: readonly ReplyDocs[];
}

/** The values of a path's placeholders, still percent-encoded. */
export interface PathValues {
  id?: number;
  slug?: string;
  /** `/events/5/translations/fr` */
  language?: string;
  externalId?: string;
  uuid?: string;
  revision?: string;
}

export const anyone = (): boolean => true;

export interface Match {
  /** All methods of the path. */
  routes: readonly Route[];
  path: PathValues;
}

/** Finds the path among the routes; methods are the caller's next step. */
export function createRouter(routes: readonly Route[]): (path: string) => Match | undefined {
  const byPath = Map.groupBy(routes, (route) => route.path);
  return (path) => {
    const segments = path.split('/').slice(1);
    const values: PathValues = {};
    const key = `/${segments.map((segment, index) => patternOf(segment, index, segments, values)).join('/')}`;
    const found = byPath.get(key);
    return found && { routes: found, path: values };
  };
}

const named: Readonly<Record<string, 'slug' | 'language' | 'externalId' | 'uuid' | 'revision'>> = {
  'by-slug': 'slug',
  'by-external-id': 'externalId',
  translations: 'language',
  'application-passwords': 'uuid',
  revisions: 'revision',
};

/** Larger ids, which no record has, are capped to what JSON and databases can represent. */
const idIn = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

/** The placeholder for a segment, storing its value, or the segment itself. */
function patternOf(segment: string, index: number, segments: readonly string[], values: PathValues): string {
  const name = named[segments[index - 1]?.toLowerCase() ?? ''];
  if (index >= 2 && name !== undefined && segment !== '') {
    values[name] = segment;
    return name === 'externalId' ? '{external_id}' : `{${name}}`;
  }
  if (index === 1 && /^\d+$/.test(segment)) {
    values.id = idIn(segment);
    return '{id}';
  }
  const file = index === 1 ? /^([^.]+)(\.[a-z]+)$/i.exec(segment) : null;
  if (file) {
    const [, record, extension] = file as unknown as [string, string, string];
    if (/^\d+$/.test(record)) values.id = idIn(record);
    else values.slug = record;
    return `{record}${extension.toLowerCase()}`;
  }
  return segment.toLowerCase();
}

interface PublicRead<F extends Fields> extends Omit<Route, 'method' | 'allowed' | 'params' | 'handle'> {
  params: F;
  /** Called with the values of the parameters, which are valid. */
  handle(values: Values<F>, context: RequestContext): Promise<Reply>;
}

/** A route that reads something for anyone who asks. */
export const publicRead = <F extends Fields>({ params, handle, ...route }: PublicRead<F>): Route => ({
  ...route,
  method: 'GET',
  params,
  allowed: anyone,
  handle: async (context) => handle(getParams(params, context), context),
});
