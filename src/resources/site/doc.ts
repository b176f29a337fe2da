import { everybody, type Route } from '../../http/route.ts';
import { replies } from '../records/replies.ts';
import { describeApi } from './openapi.ts';

/** The interface's own description, made of the same schemas that read requests (D56). */
export function docRoute(all: () => readonly Route[]): Route {
  return {
    method: 'GET',
    path: '/doc',
    operationId: 'getDocumentation',
    summary: 'Describe the interface as OpenAPI 3.1',
    tag: 'Site',
    params: {},
    allowed: everybody,
    replies: replies(200),
    handle: async (context) => ({ status: 200, body: describeApi(all(), context.links.rest('')) }),
  };
}
