// Generates the client's types from the OpenAPI document.
import openapiTS, { astToString } from 'openapi-typescript';

interface Operation {
  operationId: string;
  parameters?: { in?: string; $ref?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
}

export interface Document {
  info: Record<string, unknown>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown> };
  [member: string]: unknown;
}

const json = 'application/json';
/** The client updates with POST and addresses records by id, so it needs no types of other routes to the same operation. */
const duplicateOperations = /^(?:put|patch)\w+(?<!ByExternalId)$|^(?:update|delete)\w+BySlug$/;
const header = `// Generated from the document at /doc by "npm run client:types". Do not edit.
`;

export async function typesOf(document: Document): Promise<string> {
  // Otherwise members with a default would be required in request bodies.
  const tree = await openapiTS(mutableCopy(reduced(document)), { defaultNonNullable: false });
  return header + astToString(tree);
}

/** JSON bodies, filters and successes. Headers, forms and errors are handled by the client's own code. */
function reduced({ info, paths, components, ...rest }: Document) {
  const codes = [...new Set(errorCodesIn([paths, components.responses]))].sort();
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item)
        .filter(([, { operationId }]) => operationId !== undefined && !duplicateOperations.test(operationId))
        .map(([method, operation]) => [method, reducedOperation(operation)]),
    ),
  ]);
  return {
    openapi: rest['openapi'],
    info: { title: info['title'], version: '1' },
    paths: Object.fromEntries(operations),
    components: {
      schemas: { ...components.schemas, ErrorCode: { type: 'string', enum: codes, description: 'Codes of errors' } },
    },
  };
}

function reducedOperation({ operationId, parameters = [], requestBody, responses }: Operation) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    operationId,
    parameters: parameters.filter((parameter) => parameter.$ref === undefined),
    ...(requestBody && json in requestBody.content
      ? { requestBody: { ...requestBody, content: { [json]: requestBody.content[json] } } }
      : {}),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [
        status,
        { description, content: { [json]: content?.[json] ?? {} } },
      ]),
    ),
  };
}

function* errorCodesIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const { enum: codes, const: code } = (member ?? {}) as { enum?: unknown; const?: unknown };
    if (name === 'code' && Array.isArray(codes)) yield* codes;
    else if (name === 'code' && typeof code === 'string') yield code;
    else yield* errorCodesIn(member);
  }
}

/** The generator changes the document, so it gets a copy. */
const mutableCopy = (document: object) => structuredClone(document) as unknown as Parameters<typeof openapiTS>[0];
