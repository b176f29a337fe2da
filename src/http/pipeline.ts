// One request from its address to its reply, in the order of D1: credentials, route, role, body syntax,
// parameters, operation. Knows no resource and no server library.

import type { Moment } from '../cache/validity.ts';
import { ApiError, forbidden, invalidParam, invalidParams } from '../core/api-error.ts';
import { anonymous, type Caller } from '../core/roles.ts';
import { allowedMethods } from './allow.ts';
import { type Credentials, parseCredentials } from './auth/credentials.ts';
import { assertPreconditions, type Conditions, hasPreconditions } from './conditional/preconditions.ts';
import { deprecationHeaders } from './deprecation.ts';
import { describeRoutes } from './describe-routes.ts';
import { discoveryLinks, joinLinks } from './discovery.ts';
import { dryRun, isDryRun, type Together } from './dry-run.ts';
import { presentError } from './error-body.ts';
import { answerOnce, type Idempotency } from './idempotency.ts';
import { parseQuery, type RawParams, UnreadableParameter } from './params/raw.ts';
import { type Address, locate } from './request/address.ts';
import { type RequestBody, readBody, readUpload } from './request/body.ts';
import type { BodyLimit } from './request/collect-body.ts';
import { isSafe } from './request/methods.ts';
import { type ImageTaker, withImages } from './request/remote-images.ts';
import { languageParameter, languageProblem, selectedLanguage } from './request/selected-language.ts';
import { type ContextOptions, createContext, type RequestState } from './request-context.ts';
import { fieldNames, finish } from './response/finish.ts';
import { createRouter, type Match, type Method, type Reply, type RequestContext, type Route } from './route.ts';

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
  /** The state of the calendar when the request came, where somebody has looked. */
  moment?: Moment | undefined;
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
  read?: { userId: number; modified: number | undefined; digest?: string | undefined };
  tagBytes?: number;
  error?: unknown;
}

export interface PipelineOptions extends ContextOptions {
  routes: readonly Route[];
  namespaces: readonly string[];
  now: () => number;
  /** Of the calendar. */
  version: () => number;
  authenticate: (credentials: Credentials, address: string, now: number) => Promise<Caller>;
  idempotency: Idempotency;
  /** Makes everything that is done within one transaction. */
  inTransaction: Together;
  /** What was done is on the disk when it ends. */
  afterFsync: Together;
  imageTaker: ImageTaker;
  /** The reply to an error that is none of the request's; undefined for one that nobody expected. */
  toApiError: (error: unknown) => ApiError | undefined;
}

export type Pipeline = (request: IncomingRequest) => Promise<OutgoingReply>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const router = createRouter(options.routes);
  const isPublic = (path: string) => router(path)?.routes[0]?.isPublic === true;
  return async (request) => {
    const address = locate(request.url, options.namespaces, isPublic);
    const state: RequestState = {
      language: address?.language ?? options.site.defaultLanguage,
      caller: anonymous,
      uncacheable: false,
      params: new Map(),
      headers: { link: discoveryLinks(request.origin, rootOf(request, address, options)) },
    };
    try {
      const work = async () => finish(await run(request, address, state, options, router), state, request);
      return await (isSafe(request) ? work() : options.afterFsync(work));
    } catch (thrown) {
      const known = thrown instanceof ApiError ? thrown : options.toApiError(thrown);
      const error = known ?? new ApiError('internal_server_error');
      const { language } = state;
      const shown = presentError(error, { language, requestId: request.id, alias: address?.alias ?? false });
      return { ...finish(shown, state, request), keepable: false, error: thrown };
    }
  };
}

async function run(
  request: IncomingRequest,
  address: Address | undefined,
  state: RequestState,
  options: PipelineOptions,
  router: (path: string) => Match | undefined,
): Promise<Reply> {
  const now = options.now();
  const queryFault = address && readQuery(address, state);
  const credentials = parseCredentials(request.authorization);
  if (credentials) state.caller = await options.authenticate(credentials, request.address, now);
  const match = address && router(address.path);
  if (!address || !match) {
    if (request.method === 'OPTIONS') return { status: 200, body: [] };
    throw new ApiError('rest_no_route');
  }
  const asked = {
    address,
    origin: request.origin,
    requestId: request.id,
    path: match.path,
    now,
    moment: request.moment ?? { version: options.version(), since: now, until: now },
  };
  const context = createContext(asked, state, options);
  try {
    if (request.method === 'OPTIONS') return { status: 200, body: describeRoutes(match.routes, context.links) };
    const method = methodOf(request, state.params);
    const route = match.routes.find((candidate) => candidate.method === method);
    if (!route) throw new ApiError('rest_no_route');
    if (!route.allowed(state.caller)) throw forbidden(state.caller);
    if (queryFault) throw queryFault;
    const bytes = await readRequest(method, request, route, context, state);
    warn(route, state);
    return await operate(method, request, { route, address, bytes }, createContextAfter(context, state), options);
  } finally {
    // The header speaks of the record as it is after the operation (rest-layer.md, section 6).
    state.headers['allow'] = await allowedMethods(match, context);
  }
}

/** The namespace root as the caller spelt it, or else the usual one. */
const rootOf = ({ origin }: IncomingRequest, address: Address | undefined, { namespaces }: PipelineOptions): string =>
  origin + (address?.root ?? `/wp-json/${namespaces[0]}`);

/** Whoever uses what is going away is told so. */
function warn(route: Route, state: RequestState): void {
  const { link, ...headers } = deprecationHeaders(route, state.params);
  Object.assign(state.headers, headers, { link: joinLinks(link, state.headers['link']) });
}

/** What is wrong with the query is told only after credentials, route and role were judged (D1). */
function readQuery(address: Address, state: RequestState): unknown {
  try {
    state.params = parseQuery(address.query);
  } catch (error) {
    return asInvalidParam(error);
  }
  state.language = selectedLanguage(state.params) ?? state.language;
  return undefined;
}

const asInvalidParam = (error: unknown): unknown =>
  error instanceof UnreadableParameter ? invalidParam(error.parameter, error.key) : error;

/** Reads the body into the parameters, where it stands before the query (D2), and answers its bytes. */
async function readRequest(
  method: Method,
  request: IncomingRequest,
  route: Route,
  context: RequestContext,
  state: RequestState,
): Promise<Buffer> {
  const bytes = method === 'GET' ? Buffer.alloc(0) : await request.body(route.upload);
  const { params, upload } = await readParameters(method, request, route, bytes);
  context.upload = upload;
  state.params = new Map([...state.params, ...params]);
  state.language = selectedLanguage(state.params) ?? state.language;
  // Routes that read parameters report a wrong language with whatever else is wrong.
  const problem = Object.keys(route.params).length === 0 ? languageProblem(state.params) : undefined;
  if (problem) throw invalidParams(new Map([[languageParameter, problem]]));
  return bytes;
}

async function readParameters(
  method: Method,
  request: IncomingRequest,
  route: Route,
  bytes: Buffer,
): Promise<RequestBody> {
  try {
    if (route.upload && method !== 'GET') return await readUpload(request, bytes);
    return { params: await readBody(method, request.contentType, bytes, request.method) };
  } catch (error) {
    throw asInvalidParam(error);
  }
}

const createContextAfter = (context: RequestContext, { params }: { params: RawParams }): RequestContext => ({
  ...context.withLanguage(params),
  params,
});

interface Operation {
  route: Route;
  address: Address;
  bytes: Buffer;
}

/** The operation itself, with what its headers ask of it. */
function operate(
  method: Method,
  request: IncomingRequest,
  { route, address, bytes }: Operation,
  context: RequestContext,
  options: PipelineOptions,
): Promise<Reply> {
  if (method === 'GET') return route.handle(context);
  const { conditions, contentType } = request;
  const fields = fieldNames(context.params.get('_fields'));
  if (hasPreconditions(conditions))
    context.preconditions = (current) => assertPreconditions(conditions, current, fields);
  const key = request.method === 'POST' ? request.idempotencyKey : undefined;
  const repeatable = { method, route: route.path, address, contentType, bytes };
  const answer = () => answerOnce(key, repeatable, context, options.idempotency, (once) => route.handle(once));
  const operation = () => (isDryRun(context) ? dryRun(options.inTransaction, answer) : answer());
  return route.images ? withImages(context, options.imageTaker, operation) : operation();
}

/** A POST may ask for another method by `_method` or by header (D6); HEAD is read as GET. */
function methodOf(request: IncomingRequest, query: RawParams): Method {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST') return request.method as Method;
  const asked = query.get('_method');
  const name = typeof asked === 'string' && asked !== '' ? asked : request.methodOverride;
  return (name?.toUpperCase() || 'POST') as Method;
}
