import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { languages } from '../../../src/core/languages.ts';
import { type Document, type Operation, readDocumentation } from '../../support/documented/documented.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let document: Document;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  app = await startTestApp();
  document = (await app.request<Document>({ path: '/doc' })).body;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});

test('The document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document).toMatchObject({ info: { version: packageFile.version, license: { identifier: 'MIT' } } });
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('The document has every method of every route that the namespace root lists, and no others', async () => {
  interface Root {
    routes: Record<string, { methods: string[] }>;
  }
  const { routes } = (await app.request<Root>({ path: '/' })).body;
  const served = Object.entries(routes).flatMap(([pattern, { methods }]) => {
    const path = pattern.replace('/calendar/events/v1', '').replace(/\(\?P<(\w+)>.*?\)/g, '{$1}') || '/';
    return methods.map((method) => `${method} ${path}`);
  });
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort());
});

/** Routes outside the API: pages, files, health. The API is the table behind `/*`. */
const outside = [
  /^\/\*$/,
  /^\/(?:healthz|readyz)$/,
  /^\/media\/\*$/,
  /^\/\.well-known\/api-catalog$/,
  /\/docs(?:\/(?::file)?)?$/,
  /^\/robots\.txt$/,
  /^\/assets\/[a-z-]+-[0-9a-f]{10}\.(?:css|js|svg)$/,
  /^\/embed\.js$/,
  /^\/theme\/:file$/,
  // JSON-RPC, with its own specification.
  /^\/mcp\/?$/,
];

test('Every route outside the document is listed in this test', () => {
  const paths = registeredPaths(app.app.printRoutes({ commonPrefix: false }));
  expect(paths).toContain('/healthz');
  expect(paths.filter((path) => !outside.some((known) => known.test(path)))).toEqual([]);
});

/** Parses the tree of routes that Fastify prints. */
function registeredPaths(drawing: string): string[] {
  const above: string[] = [];
  return drawing
    .split('\n')
    .flatMap((line) => {
      const [, indent, part] = /^([│├└─\s]*)(\S+)/u.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      const depth = indent.length / 4;
      above[depth] = (depth > 1 ? (above[depth - 1] as string) : '') + part;
      return line.includes('(') ? [above[depth] as string] : [];
    })
    .map((path) => (path.startsWith('/') ? path : `/${path}`));
}

test('Operation ids of the document are unique', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Operations of wp/v2 say who may use them, and lists are named in the plural', async () => {
  const { paths } = (await app.request<Document>({ path: 'http://calendar.example/wp-json/wp/v2/doc' })).body;
  const own = paths['/users/me']?.['get'] as Operation;
  expect(own.security).toEqual([{ basic: [] }, { bearer: [] }]);
  expect(own).toHaveProperty('description', expect.stringContaining('Requires authentication.'));
  expect(paths['/tribe_events_cat']?.['get']?.operationId).toBe('listEventCategories');
});

test('The document refers only to existing components, and uses each of them', () => {
  const text = JSON.stringify(document);
  const referred = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  const present = Object.entries(components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, members]) => Object.keys(members).map((name) => `${kind}/${name}`));
  expect([...referred].sort()).toEqual(present.sort());
});

test('The document names the server as the caller spelt it', async () => {
  const serverOf = async (path: string) => (await app.request<Document>({ path })).body.servers;
  const host = 'http://calendar.example';
  expect(await serverOf('/doc')).toEqual([{ url: `${host}/wp-json/calendar/events/v1` }]);
  expect(await serverOf(`${host}/fr/calendar/events/v1/doc`)).toEqual([{ url: `${host}/fr/calendar/events/v1` }]);
  expect(await serverOf(`${host}/tribe/events/v1/doc`)).toEqual([{ url: `${host}/tribe/events/v1` }]);
  expect(await serverOf(`${host}/?rest_route=/calendar/events/v1/doc`)).toEqual([
    { url: `${host}/calendar/events/v1` },
  ]);
  expect(await serverOf('/doc')).toEqual([{ url: `${host}/wp-json/calendar/events/v1` }]);
});

describe('every operation', () => {
  test('Every operation has the language parameter and documents who may use it', () => {
    for (const { method, operation } of operations) {
      expect(operation.parameters, operation.operationId).toContainEqual({ $ref: '#/components/parameters/Language' });
      const isGuarded = operation.tags.some((tag) => ['Webhook', 'User', 'Audit'].includes(tag));
      const isOpen = method === 'GET' && !isGuarded && !/revision/i.test(operation.operationId);
      expect(operation.security.some((way) => Object.keys(way).length === 0)).toBe(isOpen);
    }
    expect(document).toMatchObject({ components: { parameters: { Language: { schema: { enum: languages } } } } });
  });

  test('Every operation declares what its path names, and describes every parameter', () => {
    for (const { path, operation } of operations) {
      const parameters = operation.parameters.filter((parameter) => 'name' in parameter);
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
      for (const parameter of parameters) {
        expect(parameter, `${operation.operationId} ${parameter.name}`).toHaveProperty(
          'description',
          expect.any(String),
        );
      }
    }
  });

  test('Every operation that writes has a body in JSON and as a form', () => {
    for (const { method, operation } of operations) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      const forms = ['application/json', 'application/x-www-form-urlencoded'];
      const post = operation.operationId === 'createMedia' ? ['image/*'] : forms;
      const expected = { POST: [...post, 'multipart/form-data'], PUT: forms, PATCH: forms }[method] ?? [];
      expect(types.toSorted(), operation.operationId).toEqual(expected.toSorted());
    }
  });
});

describe('bodies', () => {
  interface Body {
    required?: string[];
    properties: Record<string, { type?: unknown; enum?: unknown[]; default?: unknown; description?: string }>;
  }
  const body = (name: string) => document.components.schemas[name] as unknown as Body;

  test('Bodies require on create what the specification requires, and nothing on update', () => {
    expect(body('EventCreate').required).toEqual(['title', 'start_date', 'end_date']);
    expect(body('VenueCreate').required).toEqual(['venue']);
    expect(body('OrganizerCreate').required).toEqual(['organizer']);
    expect(body('CategoryCreate').required).toEqual(['name']);
    expect(body('TagCreate').required).toEqual(['name']);
    for (const kind of ['Event', 'Venue', 'Organizer', 'Category', 'Tag']) {
      expect(body(`${kind}Update`)).not.toHaveProperty('required');
    }
  });

  test('Bodies accept null for fields that it empties or leaves unchanged', () => {
    const { properties } = body('EventCreate');
    expect(properties['excerpt']?.type).toEqual(['string', 'null']);
    expect(properties['status']?.enum).toContain(null);
    expect(properties['title']?.type).toBe('string');
    expect(properties['venue']).toMatchObject({ oneOf: expect.arrayContaining([{ type: 'null' }]) });
  });

  test('Bodies state defaults in descriptions, on create only, as generators would make such members required (D70)', () => {
    expect(body('EventCreate').properties['all_day']?.description).toMatch(/\. Default: false$/);
    expect(JSON.stringify(body('EventCreate'))).not.toContain('"default"');
    expect(body('EventUpdate').properties['all_day']).not.toHaveProperty('default');
    expect(body('VenueUpdate').properties['show_map']).not.toHaveProperty('default');
  });

  test('Bodies of actions are described neither as a new record nor as changes to one', () => {
    const describedAs = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.requestBody;
    for (const id of ['runBatch', 'pingWebhook', 'rotateWebhookSecret', 'replayWebhook', 'restoreEventRevision']) {
      expect(describedAs(id), id).toHaveProperty('description', expect.stringMatching(/^In forms, lists are/));
    }
    expect(describedAs('createApplicationPassword')).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ApplicationPasswordCreate' } } },
    });
  });

  test('Schemas of bodies describe every member', () => {
    for (const name of Object.keys(document.components.schemas).filter((name) => /(?:Create|Update)$/.test(name))) {
      for (const [member, schema] of Object.entries(body(name).properties)) {
        expect(schema, `${name}.${member}`).toHaveProperty('description', expect.any(String));
      }
    }
  });
});

test('Every example is accepted unchanged and matches its schema', async () => {
  const documentation = readDocumentation(document);
  const kinds = { Category: 'categories', Tag: 'tags', Venue: 'venues', Organizer: 'organizers', Event: 'events' };
  for (const [kind, path] of Object.entries(kinds)) {
    const examples = (name: string) => document.components.schemas[name]?.examples ?? [];
    expect(examples(`${kind}Create`)).not.toEqual([]);
    let id: unknown;
    for (const json of examples(`${kind}Create`)) {
      expect(documentation.problemsWith(`${kind}Create`, json)).toEqual([]);
      const reply = await app.request({ as: 'ed', method: 'POST', path: `/${path}`, json });
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      id = reply.body['id'];
    }
    for (const json of examples(`${kind}Update`)) {
      expect(documentation.problemsWith(`${kind}Update`, json)).toEqual([]);
      const reply = await app.request({ as: 'ed', method: 'PATCH', path: `/${path}/${id}`, json });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  }
});
