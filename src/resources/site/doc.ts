import { describeLegacy } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import { buildOpenApi, type OpenApiDocument } from '../../http/openapi/document.ts';
import { anyone, type Route } from '../../http/route.ts';
import { done } from '../records/replies.ts';
import type { ServiceDescription } from './openapi.ts';
import { openApiSchema } from './reply-schemas.ts';

/** The interface's own description, made of the same schemas that read requests (D56). */
export function docRoute(all: () => readonly Route[], description: ServiceDescription): Route {
  // Callers differ in addresses only; they may spell those in any number of ways, so they are no key.
  let document: OpenApiDocument | undefined;
  const documentFor = ({ rest, file, isAlias }: Links): OpenApiDocument => {
    const server = serverOf(rest(''));
    const home = file('/');
    document ??= buildOpenApi(all(), { ...description, server, home });
    const { contact, ...info } = document.info;
    const made = { ...document, info: { ...info, contact: { ...contact, url: home } }, servers: [{ url: server }] };
    return isAlias ? describeLegacy(made) : made;
  };
  return {
    method: 'GET',
    path: '/doc',
    operationId: 'getDocumentation',
    summary: 'Describe the interface as OpenAPI 3.1',
    tag: 'Site',
    params: {},
    allowed: anyone,
    replies: [done(openApiSchema)],
    handle: async ({ links }) => ({ status: 200, body: documentFor(links) }),
  };
}

/** Paths are appended to a server's address, which therefore cannot have a query: `/?rest_route=/…` is served as `/…` too. */
const serverOf = (root: string): string => root.replace('/?rest_route=', '');
