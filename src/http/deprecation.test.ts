import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createZones } from '../core/dates/zones.ts';
import { anonymous } from '../core/roles.ts';
import { deprecated } from './deprecation.ts';
import { buildOpenApi } from './openapi/document.ts';
import { describe } from './params/field.ts';
import { readParams } from './params/read.ts';
import { integer, text } from './params/scalars.ts';
import { createPipeline } from './pipeline.ts';
import type { IncomingRequest } from './request/incoming-request.ts';
import { anyone, type Route } from './route.ts';

const since = Date.parse('2027-01-01T00:00:00Z') / 1000;
const sunset = Date.parse('2028-01-01T00:00:00Z') / 1000;
const details = 'https://example.org/upgrade';

const params = {
  size: describe(integer({ min: 1 }), 'How many'),
  old_size: deprecated(describe(integer({ min: 1 }), 'How many, as it was called'), { since: since + 60, details }),
  older_size: deprecated(describe(text(), 'How many, before that'), { since, sunset: sunset + 60 }),
};
const route = (path: string, more: Partial<Route> = {}): Route => ({
  method: 'GET',
  path,
  operationId: path.slice(1),
  summary: 'Do it',
  tag: 'Thing',
  params,
  allowed: anyone,
  replies: [{ status: 200, description: 'Done', schema: { type: 'object' } }],
  async handle(context) {
    readParams(params, context.params, context).problems.throwIfAny();
    return { status: 200, body: {} };
  },
  ...more,
});
const routes = [
  route('/new'),
  route('/old', { deprecation: { since, sunset, details } }),
  route('/plain', { params: { size: params.size } }),
];

const namespace = 'calendar/events/v1';
const never = () => {
  throw new Error('not needed here');
};
const pipeline = createPipeline({
  apis: [{ namespaces: [namespace], routes }],
  site: { siteUrl: undefined, defaultLanguage: 'en' },
  siteZone: 'UTC',
  zones: createZones(),
  now: () => since,
  version: () => 1,
  authenticate: async () => anonymous,
  idempotency: { find: never, begin: never } as never,
  withRollback: (work) => work(),
  afterFsync: (work) => work(),
  imageFetcher: never as never,
  index: never as never,
  toApiError: () => undefined,
});

async function headersOf(path: string): Promise<Record<string, string>> {
  const request = { method: 'GET', url: `/${namespace}${path}`, origin: 'http://example.org', headers: {}, id: 'x' };
  return (await pipeline(request as unknown as IncomingRequest)).headers;
}
const link = `<${details}>; rel="deprecation"; type="text/html"`;

test('A deprecated route has deprecation headers in every reply', async () => {
  for (const path of ['/old', '/old?size=0']) {
    const headers = await headersOf(path);
    expect(headers).toMatchObject({ deprecation: `@${since}`, sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' });
    expect(headers['link']).toContain(link);
    expect(headers['link']).toContain('rel="service-desc"');
  }
});

test('A deprecated parameter adds deprecation headers only when it is sent', async () => {
  expect(await headersOf('/new?size=1')).not.toHaveProperty('deprecation');
  const headers = await headersOf('/new?old_size=1');
  expect(headers).toMatchObject({ deprecation: `@${since + 60}`, link: expect.stringContaining(link) });
  expect(headers).not.toHaveProperty('sunset');
});

test('Of several deprecations, the earliest dates count', async () => {
  expect(await headersOf('/new?old_size=1&older_size=2')).toMatchObject({
    deprecation: `@${since}`,
    sunset: 'Sat, 01 Jan 2028 00:01:00 GMT',
  });
  expect((await headersOf('/old?older_size=2'))['sunset']).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
});

test('The OpenAPI document marks deprecated routes and parameters', async () => {
  const document = buildOpenApi(routes, {
    title: 'Things',
    description: 'About things',
    version: '1',
    home: 'https://example.org/',
    server: 'https://example.org/v1',
    tags: [{ name: 'Thing', description: 'A thing' }],
    examples: {},
  });
  expect((await new Validator().validate(structuredClone(document) as never)).errors).toBeUndefined();
  interface Operation {
    deprecated?: boolean;
    parameters: { name?: string; deprecated?: boolean; schema?: object }[];
    responses: Record<string, { headers?: Record<string, unknown> }>;
  }
  const paths = document['paths'] as Record<string, { get: Operation }>;
  const operation = (path: string) => paths[path]?.get as Operation;
  expect([operation('/old').deprecated, operation('/new').deprecated]).toEqual([true, undefined]);
  const named = operation('/new').parameters.filter(({ name }) => name?.endsWith('size'));
  expect(named.map((parameter) => parameter.deprecated)).toEqual([undefined, true, true]);
  for (const { headers } of Object.values(operation('/old').responses))
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
  expect(Object.keys(operation('/plain').responses['200']?.headers ?? {})).not.toContain('Deprecation');
});
