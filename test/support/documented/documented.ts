// Compares real replies with the service's own OpenAPI document: status, headers and body must be described there.
import { parse as parseQuery } from 'node:querystring';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { locate } from '../../../src/http/request/api-url.ts';
import type { TestReply, TestRequest } from '../test-request.ts';

interface ResponseObject {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}
type OrReference<T> = T | { $ref: string };

export interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  parameters: OrReference<{ name: string; in: string }>[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, OrReference<ResponseObject>>;
}

export interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { examples?: unknown[] }>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, unknown>;
  };
  [member: string]: unknown;
}

/** `path` may be a whole URL. */
export type DocumentedRequest = Pick<TestRequest, 'method' | 'path'>;

export interface Documentation {
  /** Differences between the reply and the document. The members of a partial body are not checked. */
  problemsOf(request: DocumentedRequest, reply: TestReply<unknown>, isPartial?: boolean): string[];
  /** Whether the document has an operation for the request. */
  describes(request: DocumentedRequest): boolean;
  /** Validation errors of a value under a component schema, except for formats. */
  problemsWith(schema: string, value: unknown): string[];
}

/** Headers that belong to HTTP, CORS or the transport rather than to an operation. */
const general =
  /^(?:access-control-.*|connection|content-(?:encoding|length|type)|date|keep-alive|strict-transport-security|transfer-encoding|vary|x-(?:content-type-options|robots-tag))$/;

/** A request as it was sent, and its reply. */
export interface Exchange {
  method: string;
  url: string;
  /** `X-HTTP-Method-Override` of the request. */
  override?: string | undefined;
  /** Whether the body of the request selects fields of the reply, as the query may. */
  isPartial?: boolean;
  reply: TestReply<unknown>;
}

/** Differences between a reply of the API and its document; other URLs have none. */
export function problemsOfExchange(
  { method, url, override, reply, isPartial = false }: Exchange,
  documentation: Documentation,
  namespaces: readonly string[],
): string[] {
  const apiUrl = locate(url, namespaces);
  // Replies to OPTIONS are the same everywhere, and described in prose.
  if (!apiUrl || method === 'OPTIONS' || isPage(reply) || isUnavailable(reply)) return [];
  const query = parseQuery(apiUrl.query);
  const effective =
    method === 'POST' ? String([query['_method'] || override || 'POST'].flat()[0]).toUpperCase() : method;
  const request = { method: effective as DocumentedRequest['method'], path: apiUrl.path };
  const isSelection = isPartial || Object.keys(query).some((name) => /^_fields(?:\[\w*\])?$/.test(name));
  const { status, body } = '_envelope' in query && isEnvelope(reply.body) ? reply.body : reply;
  if (!documentation.describes(request)) return problemsOfUndocumented({ status, body }, documentation);
  // Operations are documented under their own method, where a DELETE has no idempotency key.
  const { 'idempotency-replayed': repeated, ...headers } = status === reply.status ? reply.headers : {};
  const all = effective === method && repeated ? { ...headers, 'idempotency-replayed': repeated } : headers;
  return documentation.problemsOf(request, { status, headers: all, body }, isSelection);
}

/** The documentation page is not an operation. */
const isPage = ({ headers }: TestReply<unknown>): boolean => /^text\/html/.test(headers['content-type'] ?? '');

/** The same for every operation, and described in prose. */
const isUnavailable = ({ status, body }: TestReply<unknown>): boolean =>
  status === 503 && (body as { code?: unknown } | undefined)?.code === 'service_unavailable';

const isEnvelope = (body: unknown): body is { status: number; body: unknown } =>
  typeof body === 'object' && body !== null && 'status' in body && 'body' in body;

/** A request that is not in the document must get an error. */
function problemsOfUndocumented(
  { status, body }: { status: number; body: unknown },
  documentation: Documentation,
): string[] {
  if (status < 400) return [`${status} for an operation that is not documented, ${JSON.stringify(body)}`];
  return body === undefined ? [] : documentation.problemsWith('Error', body);
}

export function readDocumentation(document: Document): Documentation {
  // `/events/{id}.ics` before `/events/{id}`, which would match as well.
  const templates = Object.entries(document.paths).sort(([one], [other]) => other.length - one.length);
  const paths = templates.map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
    operations,
  }));
  const find = ({ method = 'GET', path }: DocumentedRequest): Operation | undefined => {
    const below = belowNamespace(path);
    return paths.find(({ pattern }) => pattern.test(below))?.operations[methodIn(method)];
  };
  // Requests may write values more freely than the formats allow; replies may not.
  const problemsInRequest = checkerFor(document, { validateFormats: false });
  const problemsInReply = checkerFor(document, { validateFormats: true });
  return {
    describes: (request) => find(request) !== undefined,
    problemsWith: (name, value) => problemsInRequest({ $ref: `#/components/schemas/${name}` }, value),
    problemsOf(request, reply, isPartial = false) {
      const operation = find(request);
      if (!operation) return [`${request.method ?? 'GET'} ${request.path} is not documented`];
      const label = `${operation.operationId} ${reply.status}:`;
      const described = resolve(document, operation.responses[reply.status]);
      if (!described) return [`${label} not documented, ${JSON.stringify(reply.body)}`];
      const documented = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
      const headers = Object.keys(reply.headers).filter((name) => !general.test(name) && !documented.includes(name));
      const type = reply.headers['content-type']?.split(';')[0] ?? 'application/json';
      const schema = described.content?.[type]?.schema;
      const isBare = reply.body === undefined && (described.content === undefined || request.method === 'HEAD');
      const body = isBare || isPartial ? [] : schema ? problemsInReply(schema, reply.body) : ['a body without schema'];
      return [...headers.map((name) => `header ${name}`), ...body].map((problem) => `${label} ${problem}`);
    },
  };
}

type Checker = (schema: object, value: unknown) => string[];

/** Most documents differ only in URLs, and compiling their schemas takes half a second. */
const checkers = new Map<string, Checker>();

function checkerFor({ components: { schemas } }: Document, options: { validateFormats: boolean }): Checker {
  const key = JSON.stringify([options, schemas]);
  const checker = checkers.get(key) ?? createChecker(schemas, options);
  checkers.set(key, checker);
  return checker;
}

function createChecker(schemas: object, options: { validateFormats: boolean }): Checker {
  const strict = { strict: true, strictRequired: false, strictTypes: false, allErrors: true };
  // Optimising the code of a validator takes longer than all that the validator checks in a run of the tests.
  const ajv = new Ajv2020({ ...options, ...strict, code: { optimize: false } });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'doc', $defs: adapted(schemas) });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const key = JSON.stringify(schema);
    const validate = validators.get(key) ?? ajv.compile(adapted(schema));
    validators.set(key, validate);
    return validate;
  };
  const ofSchema = new WeakMap<object, ValidateFunction>();
  return (schema, value) => {
    const validate = ofSchema.get(schema) ?? validatorOf(schema);
    ofSchema.set(schema, validate);
    validate(value);
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  };
}

const adapted = <T extends object>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'doc#/$defs/'));

function resolve(document: Document, response: OrReference<ResponseObject> | undefined): ResponseObject | undefined {
  if (!response || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) as string];
}

const methodIn = (method: string): string => (method === 'HEAD' ? 'get' : method.toLowerCase());

const belowNamespace = (path: string): string =>
  path
    .replace(/^https?:\/\/.*?\/v\d(?=[/?&]|$)/i, '')
    .replace(/[?&].*$/, '')
    .replace(/\/+$/, '') || '/';
