import { ApiError } from '../../core/api-error.ts';
import { describeRoutes, routePattern } from '../../http/describe-routes.ts';
import type { Links } from '../../http/links.ts';
import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { text } from '../../http/params/scalars.ts';
import { publicRead, type RequestContext, type Route } from '../../http/route.ts';
import { done, refused } from '../records/replies.ts';
import { namespaceSchema } from './reply-schemas.ts';

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
    async handle(values, context) {
      const { namespace } = context.links;
      const requested = values.namespace ?? namespace;
      if (requested !== namespace && requested !== main) throw new ApiError('rest_invalid_namespace');
      return { status: 200, body: describeNamespace(all(), context) };
    },
  });
}

function describeNamespace(routes: readonly Route[], { links }: RequestContext) {
  const up = links.rest('').slice(0, -links.namespace.length);
  return { namespace: links.namespace, routes: describePaths(routes, links), _links: { up: [{ href: up }] } };
}

export function describePaths(routes: readonly Route[], links: Links): Record<string, unknown> {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const described = [...byPath].map(([path, group]) => [
    routePattern(links.namespace, path),
    describeRoutes(group, links),
  ]);
  return Object.fromEntries(described);
}
