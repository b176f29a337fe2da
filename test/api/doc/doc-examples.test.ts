// Every example in the document is sent to a real calendar, which accepts it and replies as documented.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Document,
  type Documentation,
  type Operation,
  readDocumentation,
} from '../../support/documented/documented.ts';
import { png } from '../../support/media/images.ts';
import { uploadRaw } from '../../support/media/uploads.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestRequest } from '../../support/test-request.ts';

interface Schema {
  examples?: unknown[];
  $ref?: string;
  properties?: Record<string, Schema>;
}
interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

let app: TestApp;
let document: Document;
let documentation: Documentation;
/** The last record created by the examples, by the path of its kind. */
const made: Record<string, number> = {};

const kinds = { Category: 'categories', Tag: 'tags', Venue: 'venues', Organizer: 'organizers', Event: 'events' };

/** Sends the request and expects success as documented. */
async function succeeds(request: TestRequest) {
  const reply = await app.request(request);
  expect([request, reply.status < 300, reply.body]).toEqual([request, true, expect.anything()]);
  expect(documentation.problemsOf(request, reply)).toEqual([]);
  return reply;
}

const bodyExamples = (name: string): unknown[] => document.components.schemas[name]?.examples ?? [];

beforeAll(async () => {
  app = await startTestApp();
  document = (await app.request<Document>({ path: '/doc' })).body;
  documentation = readDocumentation(document);
  for (const [kind, path] of Object.entries(kinds)) {
    for (const json of bodyExamples(`${kind}Create`)) {
      expect(documentation.problemsWith(`${kind}Create`, json)).toEqual([]);
      const reply = await succeeds({ as: 'ed', method: 'POST', path: `/${path}`, json });
      expect(reply.status).toBe(201);
      made[path] = reply.body['id'] as number;
    }
    expect(made[path]).toBeGreaterThan(0);
  }
  made['media'] = (await uploadRaw(await png(), { app })).body.id;
});

test('Every operation with a body has an example of it', () => {
  for (const operation of operations().map((entry) => entry.operation)) {
    const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
    if (schema)
      expect([operation.operationId, bodyExamples(schema.$ref?.split('/').at(-1) as string)]).not.toEqual([
        operation.operationId,
        [],
      ]);
  }
});

// Before the updates, which change what is found.
describe('of parameters in URLs', () => {
  /** Parameters that have an effect only together with others are sent with examples of these. */
  const companions: Record<string, string[]> = {
    geoloc_lat: ['geoloc_lng'],
    geoloc_lng: ['geoloc_lat'],
    geoloc_radius: ['geoloc_lat', 'geoloc_lng'],
  };

  test('Every example of a parameter is accepted, and those of filters find something', async () => {
    let sent = 0;
    for (const { path, operation } of operations().filter(({ method }) => method === 'GET')) {
      if (path.includes('{')) continue;
      const parameters = operation.parameters.filter((parameter) => 'name' in parameter) as unknown as Parameter[];
      const exampleOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema.examples?.[0];
      for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
        for (const example of schema.examples ?? []) {
          const pairs = [[name, example], ...(companions[name] ?? []).map((other) => [other, exampleOf(other)])];
          const query = Object.fromEntries(pairs) as TestRequest['query'];
          await succeeds({ as: path === '/audit' ? 'admin' : null, path, query });
          sent += 1;
        }
      }
    }
    expect(sent).toBeGreaterThan(20);
    for (const query of ['search=concert+-indoor', 'categories[]=concerts', 'tags=open-air,family']) {
      const { body } = await app.request({ path: '/events', query });
      expect([query, body['total']]).toEqual([query, 1]);
    }
  });
});

test.each([...Object.entries(kinds), ['Media', 'media'] as const])(
  'Examples of bodies that update are accepted: %s',
  async (kind, path) => {
    for (const json of bodyExamples(`${kind}Update`)) {
      expect(documentation.problemsWith(`${kind}Update`, json)).toEqual([]);
      for (const method of ['POST', 'PUT', 'PATCH'] as const)
        await succeeds({ as: 'ed', method, path: `/${path}/${made[path]}`, json });
    }
  },
);

test('Examples of members of bodies are accepted', async () => {
  let sent = 0;
  for (const [kind, path] of Object.entries(kinds)) {
    const members = (document.components.schemas[`${kind}Update`] as Schema).properties ?? {};
    for (const [name, { examples = [] }] of Object.entries(members)) {
      for (const example of examples) {
        const dates = { start_date: '2027-01-01 10:00', end_date: '2027-12-31 10:00', [name]: example };
        const json = /^(?:start|end)_date$/.test(name) ? dates : { [name]: example };
        await succeeds({ as: 'admin', method: 'PATCH', path: `/${path}/${made[path]}`, json });
        sent += 1;
      }
    }
  }
  expect(sent).toBeGreaterThan(10);
});

test('The example of a batch is accepted', async () => {
  for (const json of bodyExamples('SiteCreate')) {
    expect(documentation.problemsWith('SiteCreate', json)).toEqual([]);
    const { body } = await succeeds({ as: 'ed', method: 'POST', path: '/batch', json });
    expect(body['responses']).toMatchObject([{ status: 201 }, { status: 201, body: { venue: { venue: 'Old Mill' } } }]);
  }
});

function operations(): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
