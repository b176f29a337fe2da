import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';
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

export const namespaceSchema: JsonSchema = named(
  'Namespace',
  strictObject({
    namespace: anyText,
    routes: { type: 'object', description: 'Routes by path pattern', additionalProperties: route },
    _links: strictObject({ up: link }),
  }),
);

export const openApiSchema: JsonSchema = {
  type: 'object',
  description: 'This document',
  required: ['openapi', 'info', 'servers', 'paths', 'components'],
  properties: {
    openapi: { const: '3.1.0' },
    info: { type: 'object' },
    servers: { type: 'array', items: { type: 'object' } },
    paths: { type: 'object' },
    components: { type: 'object' },
  },
};
