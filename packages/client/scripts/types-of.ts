// The types of the client, made of the interface's own document.
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
/** The client updates with POST, and reads by slug only; more doors to the same operations would only be more text. */
const otherDoors = /^(?:put|patch)\w+(?<!ByExternalId)$|^(?:update|delete)\w+BySlug$/;
const header = `// Made of the document at /doc by "npm run client:types"; not to be edited.
`;

export async function typesOf(document: Document): Promise<string> {
  // With required defaults, a body would have to say what it leaves to the service.
  const tree = await openapiTS(structured(reduced(document)), { defaultNonNullable: false });
  return header + astToString(tree);
}

/** JSON bodies, filters and successes: headers, forms and errors are the client's own business. */
function reduced({ info, paths, components, ...rest }: Document) {
  const codes = [...new Set(errorCodesIn([paths, components.responses]))].sort();
  const kept = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item)
        .filter(([, { operationId }]) => operationId !== undefined && !otherDoors.test(operationId))
        .map(([method, operation]) => [method, reducedOperation(operation)]),
    ),
  ]);
  return {
    openapi: rest['openapi'],
    info: { title: info['title'], version: '1' },
    paths: Object.fromEntries(kept),
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

/** Cut loose of the caller's document, which the generator changes. */
const structured = (document: object) => structuredClone(document) as unknown as Parameters<typeof openapiTS>[0];
