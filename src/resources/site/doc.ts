import { describeLegacy } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import { buildOpenApi, type OpenApiDocument, type OpenApiOptions } from '../../http/openapi/document.ts';
import type { JsonSchema } from '../../http/params/field.ts';
import { anyone, type Route } from '../../http/route.ts';
import { done } from '../records/replies.ts';
import { messageOperations } from '../webhooks/present.ts';
import { bodyExamples } from './openapi-examples.ts';

const openApiSchema: JsonSchema = {
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

/** The API description, generated from the schemas that validate requests (D56). */
export function docRoute(all: () => readonly Route[], description: ServiceDescription): Route {
  // Built once: only URLs differ between requests, and they are unsuitable as a cache key since clients choose the spelling.
  let document: OpenApiDocument | undefined;
  const documentFor = ({ rest, file, isAlias }: Links): OpenApiDocument => {
    const server = serverOf(rest(''));
    const home = file('/');
    document ??= buildOpenApi(all(), { ...description, server, home });
    const { contact, ...info } = document.info;
    const localized = {
      ...document,
      info: { ...info, contact: { ...contact, url: home } },
      servers: [{ url: server }],
    };
    return isAlias ? describeLegacy(localized) : localized;
  };
  return {
    method: 'GET',
    path: '/doc',
    operationId: 'getDocumentation',
    summary: 'Get the OpenAPI 3.1 document of this API',
    tag: 'Site',
    params: {},
    allowed: anyone,
    replies: [done(openApiSchema)],
    handle: async ({ links }) => ({ status: 200, body: documentFor(links) }),
  };
}

/** Clients append paths to a server's URL, so it cannot have a query: `/?rest_route=/…` is served as `/…` too. */
const serverOf = (root: string): string => root.replace('/?rest_route=', '');

const description = `A self-hosted events calendar: events, venues, organizers, categories and tags.

**Reading** is public and returns what the caller may read. **Writing** requires an application password, sent with HTTP Basic or as a Bearer token. Requests with invalid credentials always fail; they are never treated as anonymous.

**Parameters** are sent in the body (JSON or form) or in the query; the body takes precedence over the query, and the path over both. Numbers and booleans may be sent as text. Dates are \`2027-05-10 14:30:00\`, ISO 8601, Unix timestamps, \`20270510\`, or words such as \`tomorrow 9am\`. A trailing \`/\` in the path is ignored. HEAD is answered like GET. OPTIONS describes a path to any caller; for an unknown path the list is empty.

**Updates** change only the fields that are sent; POST, PUT and PATCH are equivalent. A POST can stand for another method with the query parameter \`_method\` or the header \`X-HTTP-Method-Override\`.

**Errors** have a \`code\` for programs, a \`message\` for people, and \`data\` with the status and details that depend on the code. All invalid parameters are reported together. While the database is unreachable, any request may be answered with 503 \`service_unavailable\` and \`Retry-After\`.`;

type ServiceDescription = Omit<OpenApiOptions, 'server' | 'home'>;

export const describeSite = (version: string): ServiceDescription => ({
  title: 'Kalends events calendar',
  description,
  version,
  tags: [
    { name: 'Event', description: 'Events with their dates, cost, terms, venues and organizers.' },
    { name: 'Venue', description: 'Places where events are held.' },
    { name: 'Organizer', description: 'People and organizations that hold events.' },
    { name: 'Category', description: 'Event categories, which form a tree.' },
    { name: 'Tag', description: 'Event tags.' },
    { name: 'Media', description: 'Images and their renditions.' },
    { name: 'Feed', description: 'Events as files for other programs.' },
    { name: 'Change', description: 'The feed of changes, for clients that keep a copy of the calendar.' },
    { name: 'Webhook', description: 'Messages to other servers about changes. For administrators.' },
    { name: 'Audit', description: 'The audit log: who changed what. For administrators.' },
    { name: 'User', description: "The caller's application passwords." },
    { name: 'Site', description: 'The API itself: its routes, this document, and batch requests.' },
  ],
  examples: bodyExamples,
  webhooks: messageOperations(),
});
