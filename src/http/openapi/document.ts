import type { Route } from '../route.ts';
import { bodyName, requestBodyOf } from './bodies.ts';
import { isOpen } from './errors.ts';
import { headerComponents } from './header-components.ts';
import { parameterComponents, parametersOf } from './parameters.ts';
import { responsesOf, sharedResponses } from './replies.ts';
import { collectNamedSchemas, type NamedSchemas } from './schema.ts';

export interface OpenApiOptions {
  title: string;
  description: string;
  version: string;
  /** URL of the contact. */
  home: string;
  /** URL that paths are appended to, without trailing slash. */
  server: string;
  /** In the order in which they are shown; every route has one of them. */
  tags: readonly { name: string; description: string }[];
  /** Request bodies that are accepted as they are, by the name of their schema, `EventCreate`. */
  examples: Readonly<Record<string, readonly unknown[]>>;
  /** Requests that the service sends, by the name of their type. */
  webhooks?: Readonly<Record<string, object>>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { contact: { name: string; url: string }; [member: string]: unknown };
  servers: readonly { url: string }[];
  [member: string]: unknown;
}

/** The OpenAPI document of the routes, built from the fields of requests and the schemas of replies (D56). */
export function buildOpenApi(routes: readonly Route[], options: OpenApiOptions): OpenApiDocument {
  const schemas = collectNamedSchemas();
  const paths = pathsOf(routes, options, schemas);
  const responses = sharedResponses(routes, schemas.place);
  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      description: options.description,
      version: options.version,
      contact: { name: 'Kalends', url: options.home },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.server }],
    tags: options.tags,
    paths,
    ...(options.webhooks ? { webhooks: options.webhooks } : {}),
    components: {
      schemas: sorted(schemas.components),
      responses,
      parameters: used('parameters', parameterComponents, paths),
      headers: used('headers', headerComponents, { paths, responses }),
      securitySchemes,
    },
  };
}

function pathsOf(routes: readonly Route[], options: OpenApiOptions, schemas: NamedSchemas): Record<string, unknown> {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const items = [...byPath].map(([path, group]) => [
    path,
    Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operationOf(route, options, schemas)])),
  ]);
  return Object.fromEntries(items);
}

function operationOf(route: Route, options: OpenApiOptions, schemas: NamedSchemas): Record<string, unknown> {
  const open = isOpen(route) && !signsIn(route);
  const requestBody = requestBodyOf(route, options.examples[bodyName(route)], schemas.place);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.deprecation ? { deprecated: true } : {}),
    description: [
      `${route.summary}.`,
      open ? 'Public; signed-in callers may see more.' : 'Requires authentication.',
      ...(route.isPublic ? [`Also served without the namespace: \`${route.path}\`, \`/fr${route.path}\`.`] : []),
    ].join(' '),
    security: open ? [{}, ...signedIn] : signedIn,
    parameters: parametersOf(route),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, schemas.place),
  };
}

/** `/users/me` admits anyone, to refuse anonymous callers with the code that WordPress clients expect. */
const signsIn = (route: Route): boolean => route.replies.some(({ code }) => code === 'rest_not_logged_in');

const signedIn = [{ basic: [] }, { bearer: [] }];

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Login name or e-mail address, with an application password',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An application password as Bearer token' },
};

/** The components that something refers to. */
function used<T extends object>(kind: string, components: T, by: unknown): Partial<T> {
  const text = JSON.stringify(by);
  const names = Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(names) as Partial<T>;
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
