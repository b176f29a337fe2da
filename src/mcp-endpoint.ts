// `/mcp` over HTTP: authentication, allowed origins and limits. The protocol's library is loaded by the first request.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './core/api-error.ts';
import { attempt } from './core/errors.ts';
import type { Caller } from './core/roles.ts';
import type { Pipeline } from './http/pipeline.ts';
import { collectBody, drainUnread, requestLimit } from './http/request/collect-body.ts';
import { addressOf } from './http/request/incoming-request.ts';
import { folderOf, originOf } from './http/request/site-url.ts';
import type { createMcpServers, McpOptions } from './mcp/server.ts';
import type { RpcReply } from './mcp/streamable.ts';

export interface McpEndpoint extends McpOptions {
  pipeline: Pipeline;
  logThrottled: (error: Error) => void;
  bodyLimit: number;
  corsOrigins: readonly string[];
  /** Throws for wrong credentials. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>;
}

const mcpPath = '/mcp';
/** Per request; older versions of the protocol send several at once. */
const maxMessages = 10;
const protocolHeaders = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];
const accepted = ['Authorization, Content-Type, Accept, Mcp-Session-Id, Last-Event-ID', ...protocolHeaders].join(', ');

export function registerMcp(app: FastifyInstance, endpoint: McpEndpoint): void {
  const { site, corsOrigins } = endpoint;
  const trusted = corsOrigins.filter((origin) => origin !== '*');
  if (site.siteUrl !== undefined) trusted.push(new URL(site.siteUrl).origin);
  const answer = createAnswer(endpoint, trusted);
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin } = request.headers;
    // A client finishes sending its body before it reads the reply, so an unread body is drained.
    const { status, headers, body } = await answer(request).finally(() => drainUnread(request.raw));
    reply.hijack();
    reply.raw.writeHead(status, {
      ...headers,
      ...(origin === undefined ? {} : { 'access-control-allow-origin': origin }),
      vary: 'Origin',
      'cache-control': 'no-store',
      // RFC 9110, 8.6: never with 204.
      ...(status === 204 ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    });
    reply.raw.end(body);
  };
  // The endpoint of many servers is `/mcp/`, so people expect that.
  for (const path of [mcpPath, `${mcpPath}/`]) app.all(path, { config: { authenticates: true } }, handle);
}

/** A page that reaches this endpoint by DNS rebinding still sends its own origin. Programs send none. Throws 403. */
function assertAllowed(origin: string | undefined, trusted: readonly string[]): void {
  if (origin === undefined || isLoopback(origin) || trusted.includes(origin)) return;
  throw new ApiError('rest_forbidden', { status: 403 });
}

const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(origin);

function createAnswer(
  endpoint: McpEndpoint,
  trusted: readonly string[],
): (request: FastifyRequest) => Promise<RpcReply> {
  const { pipeline, site, logger, logThrottled, bodyLimit, authenticate } = endpoint;
  let servers: ReturnType<typeof createMcpServers> | undefined;
  return async (request) => {
    assertAllowed(request.headers.origin, trusted);
    if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: '' };
    // There are no streams or sessions to open or close.
    if (request.method !== 'POST')
      return { ...rpcError(405, -32000, 'Method not allowed'), headers: { ...json, allow: 'POST, OPTIONS' } };
    const { authorization } = request.headers;
    const address = addressOf(request);
    const caller = await authenticate(authorization, address);
    const body = await readMessages(request, bodyLimit);
    if (body === undefined) return rpcError(400, -32700, 'Parse error');
    if (Array.isArray(body) && body.length > maxMessages)
      return rpcError(400, -32600, `At most ${maxMessages} messages`);
    const { createMcpServers } = await import('./mcp/server.ts');
    const { createApiCaller } = await import('./mcp/api-calls.ts');
    const { handleRpc } = await import('./mcp/streamable.ts');
    servers ??= createMcpServers(endpoint);
    const origin = originOf(request.protocol, request.host) + folderOf(site.siteUrl);
    const call = createApiCaller({ pipeline, caller: { authorization, origin, address }, logger, logThrottled });
    const headers = protocolHeadersOf(request);
    const message = new Request(origin + mcpPath, { method: 'POST', headers });
    return handleRpc(message, body, { call, caller }, servers);
  };
}

const protocolHeadersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    ['Accept', 'Content-Type', ...protocolHeaders].flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Parsed JSON; `undefined` if the body is no JSON. */
async function readMessages({ body, headers }: FastifyRequest, bodyLimit: number): Promise<unknown> {
  if (!body) return undefined;
  const bytes = await collectBody(body as Readable, headers['content-length'], requestLimit(bodyLimit));
  return attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
}

const json = { 'content-type': 'application/json' };
const preflight = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': accepted,
  'access-control-max-age': '600',
};

const rpcError = (status: number, code: number, message: string): RpcReply => ({
  status,
  headers: json,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
});
