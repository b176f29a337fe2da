// One request from its address to its reply, in the order of D1: credentials, route, role, body syntax,
// parameters, operation. Knows no resource and no server library.
import { ApiError, forbidden, invalidParam } from '../core/api-error.ts';
import type { Zones } from '../core/dates/zones.ts';
import { type Language, languages, parseLanguage } from '../core/languages.ts';
import { anonymous, type Viewer } from '../core/roles.ts';
import { type Address, locate } from './address.ts';
import { allowedMethods } from './allow.ts';
import { type Credentials, parseCredentials } from './auth/credentials.ts';
import { type RequestBody, readBody, readUpload } from './body.ts';
import type { BodyLimit } from './collect-body.ts';
import { entityTagOf } from './conditional/entity-tag.ts';
import { assertPreconditions, type Conditions, hasPreconditions } from './conditional/preconditions.ts';
import { presentError } from './error-body.ts';
import { answerOnce, type Idempotency } from './idempotency.ts';
import { createLinks, type Site } from './links.ts';
import { describeRoutes } from './options.ts';
import { parseQuery, type Raw, type RawParams, scalarOf, UnreadableParameter } from './params/raw.ts';
import { createRouter, type Match, type Method, type Reply, type RequestContext, type Route } from './route.ts';
import { selectFields } from './select-fields.ts';

export interface IncomingRequest {
  method: string;
  url: string;
  /** Scheme and host as the caller used them. */
  origin: string;
  address: string;
  authorization: string | undefined;
  contentType: string | undefined;
  contentDisposition: string | undefined;
  methodOverride: string | undefined;
  conditions: Conditions;
  idempotencyKey: string | undefined;
  /** Reads the body, now; without a limit of the route's own the service's applies. */
  body(limit?: BodyLimit): Promise<Buffer>;
  id: string;
}

export interface OutgoingReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** The reply holds for everybody until the calendar changes or the clock passes a boundary. */
  keepable: boolean;
  /** Of a successful read: who asked, and the newest change that the body shows, if it shows any records. */
  read?: { userId: number; modified: number | undefined };
  error?: unknown;
}

export interface PipelineOptions {
  routes: readonly Route[];
  namespaces: readonly string[];
  site: Site;
  siteZone: string;
  zones: Zones;
  now: () => number;
  authenticate: (credentials: Credentials, address: string, now: number) => Promise<Viewer>;
  idempotency: Idempotency;
}

export type Pipeline = (request: IncomingRequest) => Promise<OutgoingReply>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const router = createRouter(options.routes);
  return async (request) => {
    const address = locate(request.url, options.namespaces);
    const state: State = {
      language: address?.language ?? options.site.defaultLanguage,
      viewer: anonymous,
      volatile: false,
      query: new Map(),
      headers: {},
    };
    try {
      const reply = await run(request, address, state, options, router);
      return finish(reply, state, request);
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal_server_error');
      const shown = presentError(error, {
        language: state.language,
        requestId: request.id,
        alias: address?.alias ?? false,
      });
      const reply = finish({ ...shown, headers: shown.headers }, state, request);
      return { ...reply, keepable: false, error: thrown };
    }
  };
}

/** What becomes known of a request on its way, needed for whatever reply it ends with. */
interface State {
  language: Language;
  viewer: Viewer;
  volatile: boolean;
  query: RawParams;
  headers: Record<string, string>;
}

async function run(
  request: IncomingRequest,
  address: Address | undefined,
  state: State,
  options: PipelineOptions,
  router: (path: string) => Match | undefined,
): Promise<Reply> {
  const now = options.now();
  const queryFault = address && readQuery(address, state);
  const credentials = parseCredentials(request.authorization);
  if (credentials) state.viewer = await options.authenticate(credentials, request.address, now);
  const match = address && router(address.path);
  if (!address || !match) throw new ApiError('rest_no_route');

  const context: RequestContext = {
    viewer: state.viewer,
    language: state.language,
    links: createLinks(request.origin, address, state.language, options.site),
    params: state.query,
    path: match.path,
    now,
    siteZone: options.siteZone,
    zones: options.zones,
    volatile: () => {
      state.volatile = true;
    },
  };
  // The header speaks of the record as it is after the operation (rest-layer.md, section 6).
  const tellMethods = async () => {
    state.headers['allow'] = await allowedMethods(match, context);
  };
  if (request.method === 'OPTIONS') {
    await tellMethods();
    return { status: 200, body: describeRoutes(match.routes, context.links) };
  }
  const method = methodOf(request, state.query);
  const route = match.routes.find((candidate) => candidate.method === method);
  try {
    if (!route) throw new ApiError('rest_no_route');
    if (!route.allowed(state.viewer)) throw forbidden(state.viewer);
    if (queryFault) throw queryFault;
    const body = await readParameters(() => readRequest(method, request, route));
    context.params = new Map([...state.query, ...body.params]);
    context.upload = body.upload;
    selectLanguage(context.params, state);
    context.language = state.language;
    context.links = createLinks(request.origin, address, state.language, options.site);
    if (method === 'GET') return await route.handle(context);
    context.preconditions = preconditionsOf(request, state);
    const key = request.method === 'POST' ? request.idempotencyKey : undefined;
    const { bytes = Buffer.alloc(0) } = body;
    const repeatable = { method, route: route.path, address, contentType: request.contentType, bytes };
    return await answerOnce(key, repeatable, context, options.idempotency, (once) => route.handle(once));
  } finally {
    await tellMethods();
  }
}

function preconditionsOf({ conditions }: IncomingRequest, state: State): RequestContext['preconditions'] {
  if (!hasPreconditions(conditions)) return undefined;
  const fields = fieldNames(state.query.get('_fields'));
  return (current) => assertPreconditions(conditions, current, fields);
}

/** What is wrong with the query is told only after credentials, route and role were judged (D1). */
function readQuery(address: Address, state: State): unknown {
  try {
    state.query = parseQuery(address.query);
  } catch (error) {
    return asBadRequest(error);
  }
  state.language = languageIn(state.query) ?? state.language;
  return undefined;
}

async function readRequest(method: Method, request: IncomingRequest, route: Route): Promise<RequestBody> {
  if (method === 'GET') return { params: new Map() };
  const bytes = await request.body(route.upload);
  const read = route.upload
    ? await readUpload(request, bytes)
    : { params: await readBody(method, request.contentType, bytes) };
  return { ...read, bytes };
}

async function readParameters(read: () => Promise<RequestBody>): Promise<RequestBody> {
  try {
    return await read();
  } catch (error) {
    throw asBadRequest(error);
  }
}

const asBadRequest = (error: unknown): unknown =>
  error instanceof UnreadableParameter ? invalidParam(error.parameter, error.key) : error;

/** The parameter wins over the segment (D57); a code that is none of the eight is refused. */
function selectLanguage(params: RawParams, state: State): void {
  const raw = scalarOf(params.get('i18n_language') ?? null);
  if (raw === null || raw === '') return;
  const language = languageIn(params);
  if (!language) throw invalidParam('i18n_language', 'one_of', { values: languages.join(', ') });
  state.language = language;
}

function languageIn(params: RawParams): Language | undefined {
  const code = scalarOf(params.get('i18n_language') ?? null);
  return typeof code === 'string' ? parseLanguage(code) : undefined;
}

/** A POST may ask for another method by `_method` or by header (D6); HEAD is read as GET. */
function methodOf(request: IncomingRequest, query: RawParams): Method {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST') return request.method as Method;
  const asked = query.get('_method');
  const name = typeof asked === 'string' && asked !== '' ? asked : request.methodOverride;
  return (name?.toUpperCase() ?? 'POST') as Method;
}

function finish(reply: Reply, state: State, request: IncomingRequest): OutgoingReply {
  const signedIn = state.viewer !== anonymous || request.authorization !== undefined;
  const headers: Record<string, string> = {
    'content-language': languageOf(reply) ?? state.language,
    ...state.headers,
    ...reply.headers,
  };
  const secret = signedIn || state.query.has('password');
  headers['cache-control'] = secret ? 'private, no-store' : 'no-cache';
  const isRead = reply.status === 200 && (request.method === 'GET' || request.method === 'HEAD');
  const keepable = isRead && !secret && !state.volatile && request.method === 'GET';
  const read = isRead ? { read: { userId: state.viewer.userId, modified: reply.modified } } : {};
  const fields = fieldNames(state.query.get('_fields'));
  const body = fields && reply.status < 400 ? selectFields(reply.body, fields) : reply.body;
  if (!state.query.has('_envelope')) return { status: reply.status, headers, body, keepable, ...read };
  const inside = isRead ? { ...headers, etag: entityTagOf(body) } : headers;
  return { status: 200, headers, body: { body, status: reply.status, headers: inside }, keepable, ...read };
}

function fieldNames(raw: Raw | undefined): string[] | undefined {
  const value = raw === undefined ? undefined : Array.isArray(raw) ? raw.join(',') : scalarOf(raw);
  const names =
    typeof value === 'string'
      ? value
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
      : [];
  return names.length > 0 ? names : undefined;
}

/** A single record tells the language of its text; lists and errors come in the selected one. */
function languageOf({ body, status }: Reply): string | undefined {
  const { language } = (status < 400 ? body : {}) as { language?: unknown };
  return typeof language === 'string' ? language : undefined;
}
