// An endpoint for JSON-RPC messages: authentication, allowed origins and limits.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/api-error.ts';
import type { Caller } from '../../core/roles.ts';
import { collectBody, drainUnread, requestLimit } from '../request/collect-body.ts';
import { originOf } from '../request/origin.ts';

export interface RpcRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON. */
  body: unknown;
  authorization: string | undefined;
  /** Scheme and host as the caller used them, and the folder of the site. */
  origin: string;
  address: string;
  caller: Caller;
}

export interface RpcReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface RpcOptions {
  path: string;
  /** The path of the site (D67). */
  folder: string;
  bodyLimit: number;
  /** Origins of web pages that may use it, in addition to those of this machine. */
  origins: readonly string[];
  /** Throws for wrong credentials. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>;
  answer(request: RpcRequest): Promise<RpcReply>;
}

/** Per request; older versions of the protocol send several at once. */
const mostMessages = 10;
const protocolHeaders = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];
const accepted = ['Authorization, Content-Type, Accept, Mcp-Session-Id, Last-Event-ID', ...protocolHeaders].join(', ');

export function registerRpc(app: FastifyInstance, options: RpcOptions): void {
  app.all(options.path, { config: { authenticates: true } }, async (request, reply) => {
    const { status, headers, body } = await answerOrDrain(request, options);
    reply.hijack();
    reply.raw.writeHead(status, {
      ...headers,
      ...openTo(request.headers.origin),
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    });
    reply.raw.end(body);
  });
}

const openTo = (origin: string | undefined): Record<string, string> =>
  origin === undefined ? { vary: 'Origin' } : { vary: 'Origin', 'access-control-allow-origin': origin };

/** A client finishes sending its body before it reads the reply, so an unread body is drained. */
async function answerOrDrain(request: FastifyRequest, options: RpcOptions): Promise<RpcReply> {
  try {
    assertAllowed(request.headers.origin, options.origins);
    return await answer(request, options);
  } finally {
    drainUnread(request.raw);
  }
}

/**
 * A page that reaches this address by DNS rebinding still sends its own origin.
 * Programs send none. Throws 403.
 */
function assertAllowed(origin: string | undefined, trusted: readonly string[]): void {
  if (origin === undefined || isOfThisMachine(origin) || trusted.includes(origin)) return;
  throw new ApiError('rest_forbidden', { status: 403 });
}

const isOfThisMachine = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(origin);

async function answer(request: FastifyRequest, options: RpcOptions): Promise<RpcReply> {
  if (request.method === 'OPTIONS') return { status: 204, headers: preflight, body: '' };
  // There are no streams or sessions to open or close.
  if (request.method !== 'POST')
    return { ...rpcError(405, -32000, 'Method not allowed'), headers: { ...json, allow: 'POST, OPTIONS' } };
  const { authorization } = request.headers;
  const caller = await options.authenticate(authorization, request.ip);
  const stream = request.body as Readable | undefined;
  const bytes = stream
    ? await collectBody(stream, request.headers['content-length'], requestLimit(options.bodyLimit))
    : Buffer.alloc(0);
  const body = parse(bytes);
  if (body === undefined) return rpcError(400, -32700, 'Parse error');
  if (Array.isArray(body) && body.length > mostMessages)
    return rpcError(400, -32600, `At most ${mostMessages} messages`);
  const origin = originOf(request.protocol, request.host) + options.folder;
  const headers = Object.fromEntries(
    ['Accept', 'Content-Type', ...protocolHeaders].flatMap((name) => {
      const value = request.headers[name.toLowerCase()];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return options.answer({
    url: `${origin}${options.path}`,
    headers,
    body,
    authorization,
    origin,
    address: request.ip,
    caller,
  });
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

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
