import type { Links } from './links.ts';
import { pathParameters } from './openapi/parameters.ts';
import type { Fields, JsonSchema } from './params/field.ts';
import type { Match, RequestContext, Route } from './route.ts';

/** The description of a path in replies to `OPTIONS` and of the namespace root. */
export function describeRoutes(routes: readonly Route[], links: Links): Record<string, unknown> {
  const groups = Map.groupBy(routes, ({ method }) => (method === 'GET' || method === 'DELETE' ? method : 'write'));
  const path = routes[0]?.path ?? '/';
  const self = path.includes('{') ? {} : { _links: { self: [{ href: links.rest(path === '/' ? '' : path) }] } };
  return {
    namespace: links.namespace,
    methods: [...new Set(routes.map((route) => route.method))],
    endpoints: [...groups.values()].map((group) => ({
      methods: group.map((route) => route.method),
      args: describeArguments((group[0] as Route).params, path),
    })),
    ...self,
  };
}

function describeArguments(params: Fields, path: string): Record<string, unknown> | [] {
  const fromPath = pathParameters(path).map(({ name, description, schema, required }) => [
    name,
    { type: schema['type'], description, required },
  ]);
  const declared = Object.entries(params).map(([name, field]) => {
    const { description, default: initial, items } = field.schema as Record<string, unknown>;
    return [name, { type: typesOf(field.schema), description, default: initial, items, required: field.required }];
  });
  const all = [...declared, ...fromPath];
  return all.length > 0 ? Object.fromEntries(all) : [];
}

/** The types of all alternatives, as clients build forms from `type` alone. */
function typesOf({ type, oneOf = [] }: { type?: unknown; oneOf?: unknown } & JsonSchema): unknown {
  return type ?? [...new Set((oneOf as JsonSchema[]).flatMap((alternative) => typesOf(alternative)))];
}

/** The name of a path among the root's `routes`. */
export const routePattern = (namespace: string, path: string): string =>
  `/${namespace}${path === '/' ? '' : path}`.replace('{id}', '(?P<id>\\d+)').replace(/\{(\w+)\}/, '(?P<$1>[^/]+)');

/**
 * The `Allow` header: the methods that this caller may use on the path, or on its record, in the order of the route table.
 * HEAD and OPTIONS are never listed.
 */
export async function allowedMethods(match: Match, context: RequestContext): Promise<string> {
  const open = match.routes.filter((route) => route.allowed(context.caller));
  // All guarded methods of a path need the same right on the same record. The last one decides for them, because a PUT
  // may be allowed to create the record.
  const guarded = open.findLast((route) => route.allowedOn);
  const mayWrite = guarded?.allowedOn ? await guarded.allowedOn(context) : true;
  const methods = open.filter((route) => !route.allowedOn || mayWrite).map((route) => route.method);
  return methods.join(', ');
}
