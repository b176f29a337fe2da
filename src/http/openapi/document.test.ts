import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../core/roles.ts';
import {
  allOptional,
  clearable,
  describe as describedAs,
  type Fields,
  keptWhenEmpty,
  required,
} from '../params/field.ts';
import { ids } from '../params/lists.ts';
import { boolean, custom, integer, oneOf, text } from '../params/scalars.ts';
import { anyone, type Route } from '../route.ts';
import { buildOpenApi } from './document.ts';
import { collectNamedSchemas, named, strictObject } from './schema.ts';

const thing = named('Thing', strictObject({ id: { type: 'integer' } }));
const fields = {
  name: required(describedAs(text({ filled: true }), 'Name')),
  kind: keptWhenEmpty(describedAs(oneOf(['big', 'small']), 'Kind')),
  hidden: clearable(describedAs(boolean({ default: false }), 'Hidden')),
  owner: clearable(
    describedAs(
      custom({ oneOf: [{ type: 'integer' }, { type: 'object' }] }, () => 1),
      'Owner',
    ),
  ),
};
const filters = {
  page: describedAs(integer({ min: 1, default: 1 }), 'Page'),
  only: describedAs(ids(), 'Only these'),
};
const signedIn = (caller: Caller) => caller.role !== 'anonymous';

const route = (part: Partial<Route> & Pick<Route, 'method' | 'path' | 'operationId'>): Route => ({
  summary: 'Do it',
  tag: 'Thing',
  params: {} as Fields,
  allowed: signedIn,
  replies: [{ status: 200, description: 'Done', schema: thing }],
  handle: async () => ({ status: 200, body: {} }),
  ...part,
});

const page = strictObject({ things: { type: 'array', items: thing } });
const routes = [
  route({
    method: 'GET',
    path: '/things',
    operationId: 'list',
    params: filters,
    allowed: anyone,
    replies: [
      { status: 200, description: 'Things', schema: page, list: true },
      { status: 404, code: 'event-archive-page-not-found' },
    ],
  }),
  route({
    method: 'POST',
    path: '/things',
    operationId: 'create',
    params: fields,
    replies: [{ status: 201, description: 'Made', schema: thing }],
  }),
  route({ method: 'PATCH', path: '/things/{id}', operationId: 'change', params: allOptional(fields) }),
  route({ method: 'DELETE', path: '/things/by-slug/{slug}', operationId: 'remove' }),
];

interface BuiltOperation {
  parameters: unknown[];
  security: unknown[];
  requestBody?: unknown;
  responses: Record<string, { headers: object; content?: Record<string, { schema: { allOf?: unknown[] } }> }>;
}
interface Built {
  paths: Record<string, Record<string, BuiltOperation>>;
  components: Record<string, Record<string, Record<string, unknown>>>;
}

const document = buildOpenApi(routes, {
  title: 'Things',
  description: 'About things',
  version: '1.2.3',
  home: 'https://example.org/',
  server: 'https://example.org/v1',
  tags: [{ name: 'Thing', description: 'A thing' }],
  examples: { ThingCreate: [{ name: 'One' }] },
});
const { paths, components } = document as unknown as Built;
const operation = (path: string, method: string) => paths[path]?.[method] as BuiltOperation;

test('The OpenAPI document is valid and names contact and server', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(document).toMatchObject({
    info: { title: 'Things', version: '1.2.3', license: { name: 'MIT' } },
    servers: [{ url: 'https://example.org/v1' }],
    tags: [{ name: 'Thing' }],
  });
});

test('Parameters come from the path, the fields of reads and the global parameters', () => {
  const everywhere = ['Language', 'Fields', 'Envelope'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const ofReads = ['IfNoneMatch', 'IfModifiedSince'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  expect(operation('/things', 'get').parameters).toEqual([
    { name: 'page', in: 'query', description: 'Page', schema: { type: 'integer', minimum: 1, default: 1 } },
    {
      name: 'only',
      in: 'query',
      description: 'Only these',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
    },
    ...everywhere,
    ...ofReads,
  ]);
  const [id] = operation('/things/{id}', 'patch').parameters;
  expect(id).toMatchObject({ name: 'id', in: 'path', required: true, schema: { type: 'integer' } });
  const [slug] = operation('/things/by-slug/{slug}', 'delete').parameters;
  expect(slug).toMatchObject({ name: 'slug', in: 'path', required: true, schema: { type: 'string' } });
});

describe('bodies', () => {
  test('Bodies have one schema for JSON and forms; multipart is for POST', () => {
    const schema = { $ref: '#/components/schemas/ThingCreate' };
    expect(operation('/things', 'post').requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema },
      },
    });
    expect(operation('/things/{id}', 'patch').requestBody).not.toHaveProperty('content.multipart/form-data');
    expect(operation('/things/by-slug/{slug}', 'delete')).not.toHaveProperty('requestBody');
  });

  test('A body may have null where its field accepts it', () => {
    expect(components['schemas']?.['ThingCreate']).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1 },
        kind: { type: ['string', 'null'], enum: ['big', 'small', null] },
        hidden: { type: ['boolean', 'null'], description: 'Hidden. Default: false' },
        owner: { oneOf: [{ type: 'integer' }, { type: 'object' }, { type: 'null' }] },
      },
      examples: [{ name: 'One' }],
    });
    expect(components['schemas']?.['ThingUpdate']).not.toHaveProperty('required');
    expect(components['schemas']?.['ThingUpdate']).not.toHaveProperty('properties.hidden.default');
  });
});

test('Reads are public and writes need credentials', () => {
  const signedInWays = [{ basic: [] }, { bearer: [] }];
  expect(operation('/things', 'get').security).toEqual([{}, ...signedInWays]);
  expect(operation('/things', 'post').security).toEqual(signedInWays);
  expect(Object.keys(components['securitySchemes'] ?? {})).toEqual(['basic', 'bearer']);
});

describe('replies', () => {
  const codes = (path: string, method: string) =>
    Object.fromEntries(
      Object.entries(operation(path, method).responses).flatMap(([status, { content }]) => {
        const restriction = content?.['application/json']?.schema.allOf?.[1] as {
          properties: { code: { enum: string[] } };
        };
        return restriction ? [[status, restriction.properties.code.enum]] : [];
      }),
    );

  test('Error replies list the codes of the route and those of every request', () => {
    expect(codes('/things', 'get')).toEqual({
      400: ['rest_invalid_param', 'rest_bad_request', 'rest_response_too_large'],
      401: ['incorrect_password', 'invalid_username', 'invalid_email', 'invalid_token'],
      404: ['event-archive-page-not-found'],
    });
    expect(codes('/things', 'post')).toMatchObject({
      400: expect.arrayContaining(['rest_missing_callback_param', 'rest_invalid_json']),
      401: expect.arrayContaining(['rest_forbidden']),
      403: ['rest_forbidden'],
    });
  });

  test('Errors that are the same everywhere are shared components', () => {
    const reference = { $ref: '#/components/responses/TooManyAttempts' };
    expect(operation('/things', 'get').responses['429']).toEqual(reference);
    expect(operation('/things', 'post').responses['429']).toEqual(reference);
    expect(components['responses']?.['TooManyAttempts']).toHaveProperty('headers.Retry-After');
  });

  test('Replies have the headers of their kind', () => {
    const headers = (path: string, method: string, status: number) =>
      Object.keys(operation(path, method).responses[status]?.headers ?? {});
    expect(headers('/things', 'get', 200)).toEqual(expect.arrayContaining(['X-TEC-Total', 'X-TEC-TotalPages', 'Link']));
    expect(headers('/things', 'post', 201)).toContain('Location');
    expect(headers('/things', 'post', 401)).toContain('WWW-Authenticate');
    expect(headers('/things/{id}', 'patch', 200)).not.toContain('Location');
  });
});

describe('named schemas', () => {
  test('Named schemas are stored once and referenced at any depth', () => {
    const { place, components } = collectNamedSchemas();
    const list = { type: 'array', items: named('Outer', { properties: { thing } }) };
    expect(place(list)).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Outer' } });
    expect(components['Outer']).toEqual({ properties: { thing: { $ref: '#/components/schemas/Thing' } } });
    expect(components['Thing']).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test('Two different schemas of one name are an error', () => {
    const { place } = collectNamedSchemas();
    place(thing);
    expect(() => place(named('Thing', { type: 'string' }))).toThrow('Thing');
  });
});
