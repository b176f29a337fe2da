// Deprecated routes and parameters, in replies (RFC 9745, RFC 8594) and in the OpenAPI document.
import { formatHttpDate } from './conditional/validators.ts';
import type { Deprecation, Field, Fields } from './params/field.ts';

/** The field, marked as deprecated. */
export const deprecated = <F extends Field<unknown>>(field: F, deprecation: Deprecation): F => ({
  ...field,
  schema: { ...field.schema, deprecated: true },
  deprecation,
});

interface Declared {
  deprecation?: Deprecation | undefined;
  params: Fields;
}

/** The deprecations of a route and of its parameters. */
export const deprecationsOf = ({ deprecation, params }: Declared): Deprecation[] =>
  [deprecation, ...Object.values(params).map((field) => field.deprecation)].filter((found) => found !== undefined);

/** The headers for a request that uses the route with these parameters; of several dates, the earliest counts. */
export function deprecationHeaders(route: Declared, sent: { has(name: string): boolean }): Record<string, string> {
  const params = Object.fromEntries(Object.entries(route.params).filter(([name]) => sent.has(name)));
  const used = deprecationsOf({ ...route, params });
  if (used.length === 0) return {};
  const sunsets = used.flatMap(({ sunset }) => (sunset === undefined ? [] : [sunset]));
  const links = [...new Set(used.flatMap(({ details }) => (details === undefined ? [] : [details])))];
  return {
    deprecation: `@${Math.min(...used.map(({ since }) => since))}`,
    ...(sunsets.length > 0 ? { sunset: formatHttpDate(Math.min(...sunsets)) } : {}),
    ...(links.length > 0 ? { link: links.map((to) => `<${to}>; rel="deprecation"; type="text/html"`).join(', ') } : {}),
  };
}
