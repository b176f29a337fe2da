// Compares real replies with the service's own OpenAPI document: status, headers and body must be described there.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TestReply, TestRequest } from './test-request.ts';

interface Described {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}
type Referring<T> = T | { $ref: string };

export interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  parameters: Referring<{ name: string; in: string }>[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Referring<Described>>;
}

export interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { examples?: unknown[] }>;
    responses: Record<string, Described>;
    headers: Record<string, unknown>;
  };
  [member: string]: unknown;
}

/** `path` may be a whole URL. */
export type DocumentedRequest = Pick<TestRequest, 'method' | 'path'>;

export interface Documentation {
  /** What of the reply the document does not describe; empty where all is well. Of a part the members are not looked at. */
  problemsOf(request: DocumentedRequest, reply: TestReply<unknown>, isPartial?: boolean): string[];
  /** Whether there is an operation for it. */
  knows(request: DocumentedRequest): boolean;
  /** What a value has against the named component schema, formats aside. */
  problemsWith(schema: string, value: unknown): string[];
}

/** Headers that belong to HTTP, CORS or the transport rather than to an operation. */
const general =
  /^(?:access-control-.*|connection|content-(?:encoding|length|type)|date|keep-alive|transfer-encoding|vary|x-(?:content-type-options|robots-tag))$/;

export function readDocumentation(document: Document): Documentation {
  // Requests may spell values more freely than their formats say; replies may not.
  const problemsInRequest = createChecker(document, { validateFormats: false });
  const problemsInReply = createChecker(document, { validateFormats: true });
  return {
    knows: (request) => findOperation(document, request) !== undefined,
    problemsWith: (name, value) => problemsInRequest({ $ref: `#/components/schemas/${name}` }, value),
    problemsOf(request, reply, isPartial = false) {
      const operation = findOperation(document, request);
      if (!operation) return [`${request.method ?? 'GET'} ${request.path} is not documented`];
      const told = `${operation.operationId} ${reply.status}:`;
      const described = resolve(document, operation.responses[reply.status]);
      if (!described) return [`${told} not documented, ${JSON.stringify(reply.body)}`];
      const known = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
      const headers = Object.keys(reply.headers).filter((name) => !general.test(name) && !known.includes(name));
      const type = reply.headers['content-type']?.split(';')[0] ?? 'application/json';
      const schema = described.content?.[type]?.schema;
      const isBare = reply.body === undefined && (described.content === undefined || request.method === 'HEAD');
      const body = isBare || isPartial ? [] : schema ? problemsInReply(schema, reply.body) : ['a body without schema'];
      return [...headers.map((name) => `header ${name}`), ...body].map((problem) => `${told} ${problem}`);
    },
  };
}

function createChecker(document: Document, options: { validateFormats: boolean }) {
  const ajv = new Ajv2020({ ...options, strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'doc', $defs: adapted(document.components.schemas) });
  const validators = new Map<string, ValidateFunction>();
  return (schema: object, value: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = validators.get(key) ?? ajv.compile(adapted(schema));
    validators.set(key, validate);
    validate(value);
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  };
}

const adapted = <T extends object>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'doc#/$defs/'));

function resolve(document: Document, response: Referring<Described> | undefined): Described | undefined {
  if (!response || !('$ref' in response)) return response;
  return document.components.responses[response.$ref.split('/').at(-1) as string];
}

function findOperation(document: Document, { method = 'GET', path }: DocumentedRequest): Operation | undefined {
  const below =
    path
      .replace(/^https?:\/\/.*?\/v\d(?=[/?&]|$)/i, '')
      .replace(/[?&].*$/, '')
      .replace(/\/+$/, '') || '/';
  const matches = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i').test(below),
  );
  return document.paths[matches[0] ?? '']?.[(method === 'HEAD' ? 'GET' : method).toLowerCase()];
}
