import { describeLegacy } from '../../http/legacy.ts';
import type { Links } from '../../http/links.ts';
import { buildOpenApi, type OpenApiDocument } from '../../http/openapi/document.ts';
import { anyone, type Route } from '../../http/route.ts';
import { done } from '../records/replies.ts';
import type { ServiceDescription } from './openapi.ts';
import { openApiSchema } from './reply-schemas.ts';

/** The API description, generated from the schemas that validate requests (D56). */
export function docRoute(all: () => readonly Route[], description: ServiceDescription): Route {
  // Built once: only addresses differ between requests, and they are unsuitable as a cache key since clients choose the spelling.
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
