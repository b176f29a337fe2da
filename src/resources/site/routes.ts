import { ApiError } from '../../core/api-error.ts';
import { describeRoutes, routePattern } from '../../http/describe-routes.ts';
import type { Links } from '../../http/links.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe, type JsonSchema, unsetWhenEmpty } from '../../http/params/field.ts';
import { text } from '../../http/params/scalars.ts';
import { publicRead, type Route } from '../../http/route.ts';
import { done, refused } from '../records/replies.ts';
import { anyText, urlSchema } from '../records/reply-schemas.ts';

const link = listOf(strictObject({ href: urlSchema('URL') }));
const methods = listOf({ type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });

const argument = strictObject(
  {
    type: { type: ['string', 'array'], items: anyText },
    description: anyText,
    default: {},
    items: { type: 'object' },
    required: { type: 'boolean' },
  },
  ['type', 'description', 'default', 'items'],
);

const endpoint = strictObject({
  methods,
  args: {
    description: 'Parameters by name; an empty list if there are none',
    oneOf: [
      { type: 'object', additionalProperties: argument },
      { type: 'array', items: {}, maxItems: 0 },
    ],
  },
});

const route = named(
  'RouteDescription',
  strictObject({ namespace: anyText, methods, endpoints: listOf(endpoint), _links: strictObject({ self: link }) }, [
    '_links',
  ]),
);

const namespaceSchema: JsonSchema = named(
  'Namespace',
  strictObject({
    namespace: anyText,
    routes: { type: 'object', description: 'Routes by path pattern', additionalProperties: route },
    _links: strictObject({ up: link }),
  }),
);

const fieldsOf = (namespace: string) => ({
  namespace: unsetWhenEmpty(
    describe({ ...text({ max: 200 }), schema: { type: 'string', default: namespace } }, 'Namespace to describe'),
  ),
  context: unsetWhenEmpty(
    describe(
      { ...text({ max: 200 }), schema: { type: 'string', default: 'view' } },
      'Accepted for compatibility; has no effect',
    ),
  ),
});

/** The namespace root, which describes all routes. `main` is the name of the namespace, also for requests to its aliases. */
export function rootRoute(all: () => readonly Route[], main: string): Route {
  const rootFields = fieldsOf(main);
  return publicRead({
    path: '/',
    operationId: 'getRoot',
    summary: 'Describe the routes of the namespace',
    tag: 'Site',
    params: rootFields,
    replies: [done(namespaceSchema), ...refused('rest_invalid_namespace')],
    async handle(values, { links }) {
      const { namespace } = links;
      const requested = values.namespace ?? namespace;
      if (requested !== namespace && requested !== main) throw new ApiError('rest_invalid_namespace');
      const up = links.rest('').slice(0, -namespace.length);
      const body = { namespace, routes: describePaths(all(), links), _links: { up: [{ href: up }] } };
      return { status: 200, body };
    },
  });
}

export function describePaths(routes: readonly Route[], links: Links): Record<string, unknown> {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const described = [...byPath].map(([path, group]) => [
    routePattern(links.namespace, path),
    describeRoutes(group, links),
  ]);
  return Object.fromEntries(described);
}
