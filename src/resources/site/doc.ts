import packageFile from '../../../package.json' with { type: 'json' };
import { buildOpenApi, type OpenApiDocument } from '../../http/openapi.ts';
import { everybody, type Route } from '../../http/route.ts';
import { done } from '../records/replies.ts';
import { describeSite } from './openapi.ts';
import { openApiSchema } from './reply-schemas.ts';

/** The interface's own description, made of the same schemas that read requests (D56). */
export function docRoute(all: () => readonly Route[]): Route {
  // Callers differ in the server's address only; they may spell it in any number of ways, so it is no key.
  let document: OpenApiDocument | undefined;
  const documentFor = (server: string): OpenApiDocument => {
    document ??= buildOpenApi(all(), { ...describeSite(packageFile.version), server });
    return { ...document, servers: [{ url: server }] };
  };
  return {
    method: 'GET',
    path: '/doc',
    operationId: 'getDocumentation',
    summary: 'Describe the interface as OpenAPI 3.1',
    tag: 'Site',
    params: {},
    allowed: everybody,
    replies: [done(openApiSchema)],
    handle: async ({ links }) => ({ status: 200, body: documentFor(serverOf(links.rest(''))) }),
  };
}

/** Paths are appended to a server's address, which therefore cannot have a query: `/?rest_route=/…` is served as `/…` too. */
const serverOf = (root: string): string => root.replace('/?rest_route=', '');
