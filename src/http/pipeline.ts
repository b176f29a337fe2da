// One request from its URL to its reply, in the order of D1: credentials, route, role, body syntax,
// parameters, operation. Independent of resources and of the HTTP server.

import { ApiError, forbidden, invalidParams } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import { anonymous, type Caller, forReading } from '../core/roles.ts';
import { type Credentials, parseCredentials } from './auth/credentials.ts';
import { assertPreconditions, hasPreconditions } from './conditional/preconditions.ts';
import { deprecationHeaders } from './deprecation.ts';
import { allowedMethods, describeRoutes } from './describe-routes.ts';
import { discoveryLinks, joinLinks } from './discovery.ts';
import { presentError } from './error-body.ts';
import { handleOnce, type Idempotency } from './idempotency.ts';
import { decodeParams, legacyCredentials, withKnownOrder } from './legacy.ts';
import { parseQuery, type RawParams } from './params/raw.ts';
import { isDryRun, languageParameter, languageProblem, selectedLanguage } from './params/read.ts';
import { type ApiUrl, type IndexUrl, locate, locateIndex, mainNamespace } from './request/api-url.ts';
import { readBody, readUpload } from './request/body.ts';
import { headerIn, type IncomingRequest, isRead, isSafe } from './request/incoming-request.ts';
import { type ImageFetcher, withImages } from './request/remote-images.ts';
import { type ContextOptions, createContext, type RequestState } from './request-context.ts';
import { fieldNames, type OutgoingReply, toOutgoing } from './response/outgoing.ts';
import { createRouter, type Match, type Method, type Reply, type RequestContext, type Route } from './route.ts';

/** The same routes under each of its namespaces. */
export interface Api {
  namespaces: readonly string[];
  routes: readonly Route[];
}

export interface PipelineOptions extends ContextOptions {
  /** The calendar's own comes first. */
  apis: readonly Api[];
  now: () => number;
  /** Version of the calendar. */
  version: () => number;
  authenticate: (credentials: Credentials, address: string, now: number) => Promise<Caller>;
  idempotency: Idempotency;
  /** Rolls back whatever the work writes. */
  withRollback: RunInside;
  /** Resolves when the writes of the work are on disk. */
  afterFsync: RunInside;
  imageFetcher: ImageFetcher;
  /** The index of all APIs. Without language, that of the site. */
  index: (origin: string, language: Language | undefined) => { body: unknown; headers: Record<string, string> };
  /** Undefined for an unexpected error. */
  toApiError: (error: unknown) => ApiError | undefined;
}

/** Runs work inside something, such as a transaction. */
type RunInside = <T>(work: () => Promise<T>) => Promise<T>;

export type Pipeline = (request: IncomingRequest) => Promise<OutgoingReply>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const find = createFinder(options.apis);
  return async (request) => {
    const located = find(request.url);
    const { apiUrl, index } = located;
    const state: RequestState = {
      language: (apiUrl ?? index)?.language ?? options.site.defaultLanguage,
      caller: anonymous,
      uncacheable: false,
      params: new Map(),
      headers: { link: discoveryLinks(request.origin, request.origin + (apiUrl?.root ?? defaultRoot)) },
    };
    try {
      const work = async () => toOutgoing(await run({ request, ...located }, state, options), state, request);
      return await (isSafe(request) ? work() : options.afterFsync(work));
    } catch (thrown) {
      const apiError = thrown instanceof ApiError ? thrown : options.toApiError(thrown);
      const shown = apiError ?? new ApiError('internal_server_error');
      const presented = presentError(shown, { language: state.language, request, alias: apiUrl?.alias });
      return { ...toOutgoing(presented, state, request), cacheable: false, error: apiError ?? thrown };
    }
  };
}

interface Located {
  apiUrl?: ApiUrl | undefined;
  match?: Match | undefined;
  index?: IndexUrl | undefined;
}

/** Finds the route of a URL; public routes of the first API are served outside of its namespaces too. */
function createFinder(apis: readonly Api[]): (url: string) => Located {
  const routers = new Map(
    apis.flatMap(({ namespaces, routes }) => {
      const router = createRouter(routes);
      return namespaces.map((namespace) => [namespace, router] as const);
    }),
  );
  const namespaces = [...routers.keys()];
  const main = routers.get(mainNamespace);
  const isPublic = (path: string) => main?.(path)?.routes[0]?.isPublic === true;
  return (url) => {
    const apiUrl = locate(url, namespaces, isPublic);
    if (!apiUrl) return { index: locateIndex(url) };
    return { apiUrl, match: routers.get(apiUrl.namespace)?.(apiUrl.path) };
  };
}

async function run(
  { request, apiUrl, match, index }: Located & { request: IncomingRequest },
  state: RequestState,
  options: PipelineOptions,
): Promise<Reply> {
  const now = options.now();
  const url = apiUrl ?? index;
  const queryFault = url && readQuery(url, state);
  // Clients of aliases begin at the index.
  const credentials =
    apiUrl?.alias || index
      ? legacyCredentials(request.headers.authorization, isSafe(request))
      : parseCredentials(request.headers.authorization);
  const step = createStepRunner(request, state);
  if (credentials)
    state.caller = await step('authenticate', () => options.authenticate(credentials, request.address, now));
  if (!apiUrl || !match) {
    if (request.method === 'OPTIONS') return { status: 200, body: [] };
    if (!index || !isRead(request)) throw new ApiError('rest_no_route');
    if (queryFault) throw queryFault;
    return showIndex(request, index, state, options);
  }
  const validity = request.validity ?? { version: options.version(), since: now, until: now };
  const context = createContext({ request, apiUrl, path: match.path, now, validity }, state, options);
  try {
    if (request.method === 'OPTIONS') return { status: 200, body: describeRoutes(match.routes, context.links) };
    const method = methodOf(request, state.params);
    const route = match.routes.find((candidate) => candidate.method === method);
    if (!route) throw new ApiError('rest_no_route');
    const caller = method === 'GET' ? forReading(state.caller) : state.caller;
    if (!route.allowed(caller)) throw forbidden(caller, route.allowed);
    if (queryFault) throw queryFault;
    const read = () => readRequest(method, request, route, context, state);
    const bytes = method === 'GET' ? Buffer.alloc(0) : await step('readBody', read);
    // Routes with parameters report a wrong language along with other problems.
    if (Object.keys(route.params).length === 0) assertLanguage(state.params);
    if (apiUrl.alias)
      state.params = method === 'GET' ? withKnownOrder(state.params, route) : decodeParams(state.params, context.links);
    addDeprecationHeaders(route, state);
    const operation = { route, apiUrl, bytes };
    const contextWithBody = { ...context.withLanguage(state.params), params: state.params };
    return await step(route.operationId, () => runOperation(method, request, operation, contextWithBody, options));
  } finally {
    // The header describes the record after the operation, which may have changed the slug.
    const { record: id } = state;
    const written = match.path.slug === undefined || id === undefined ? context : { ...context, path: { id } };
    state.headers['allow'] = await allowedMethods(match, written);
  }
}

/** Runs a step of the work, measured if there is a trace. */
const createStepRunner =
  ({ trace }: IncomingRequest, state: RequestState) =>
  <T>(name: string, work: () => Promise<T>): Promise<T> =>
    trace ? trace.measure(name, work, () => state.plan) : work();

/** The namespace root in links where the caller used none. */
const defaultRoot = `/wp-json/${mainNamespace}`;

function addDeprecationHeaders(route: Route, state: RequestState): void {
  const { link, ...headers } = deprecationHeaders(route, state.params);
  Object.assign(state.headers, headers, { link: joinLinks(link, state.headers['link']) });
}

/** Not cached: it shows the offset of the site's zone at the moment. */
function showIndex(
  { origin }: IncomingRequest,
  { language }: IndexUrl,
  state: RequestState,
  { index }: PipelineOptions,
): Reply {
  assertLanguage(state.params);
  state.uncacheable = true;
  // The index has its own links, in the selected language.
  state.headers = {};
  return { status: 200, ...index(origin, selectedLanguage(state.params) ?? language) };
}

/** Returns a problem instead of throwing it: it is reported only after credentials, route and role were checked (D1). */
function readQuery({ query }: Pick<ApiUrl, 'query'>, state: RequestState): unknown {
  try {
    state.params = parseQuery(query);
    state.language = selectedLanguage(state.params) ?? state.language;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Merges the body into the parameters, where it takes precedence over the query (D2), and returns its bytes. */
async function readRequest(
  method: Method,
  request: IncomingRequest,
  route: Route,
  context: RequestContext,
  state: RequestState,
): Promise<Buffer> {
  const { headers } = request;
  const bytes = await request.body(route.upload);
  const { params, upload } = route.upload
    ? await readUpload(headers, bytes)
    : { params: await readBody(method, headers['content-type'], bytes, request.method) };
  context.upload = upload;
  state.params = new Map([...state.params, ...params]);
  state.language = selectedLanguage(state.params) ?? state.language;
  return bytes;
}

function assertLanguage(params: RawParams): void {
  const problem = languageProblem(params);
  if (problem) throw invalidParams(new Map([[languageParameter, problem]]));
}

interface Operation {
  route: Route;
  apiUrl: ApiUrl;
  bytes: Buffer;
}

/** Runs the operation under the request's preconditions and idempotency key. */
function runOperation(
  method: Method,
  request: IncomingRequest,
  { route, apiUrl, bytes }: Operation,
  context: RequestContext,
  options: PipelineOptions,
): Promise<Reply> {
  if (method === 'GET') return route.handle({ ...context, caller: forReading(context.caller) });
  const { headers } = request;
  const fields = fieldNames(context.params.get('_fields'));
  if (hasPreconditions(headers)) context.preconditions = (current) => assertPreconditions(headers, current, fields);
  const key = request.method === 'POST' && !route.isSecret ? headerIn(request, 'idempotency-key') : undefined;
  const repeatable = { method, route: route.path, apiUrl, contentType: headers['content-type'], bytes };
  const handle = () => handleOnce(key, repeatable, context, options.idempotency, (once) => route.handle(once));
  const operation = async () => {
    if (!isDryRun(context)) return handle();
    await route.prepare?.(context);
    return dryRun(handle, options);
  };
  return route.images ? withImages(context, options.imageFetcher, operation) : operation();
}

/** `dry_run=true`: the same checks and the same reply, but nothing is saved. */
async function dryRun(handle: () => Promise<Reply>, { withRollback }: PipelineOptions): Promise<Reply> {
  const reply = await withRollback(handle);
  return { ...reply, headers: { ...reply.headers, 'dry-run': 'true' } };
}

/** A POST may ask for another method by `_method` or by header (D6); HEAD is read as GET. */
function methodOf(request: IncomingRequest, query: RawParams): Method {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST') return request.method as Method;
  const parameter = query.get('_method');
  const name =
    typeof parameter === 'string' && parameter !== '' ? parameter : headerIn(request, 'x-http-method-override');
  return (name?.toUpperCase() || 'POST') as Method;
}
