// Streamable HTTP without sessions: every request is self-contained, so any process can answer it. Protocol versions of
// 2026 describe themselves in each request; earlier ones begin with a handshake.
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { createMcpServers, Session } from './server.ts';

export interface RpcReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export async function handleRpc(
  request: Request,
  body: unknown,
  session: Session,
  servers: ReturnType<typeof createMcpServers>,
): Promise<RpcReply> {
  const handle = (await isLegacyRequest(request, body)) ? handleLegacy : handleModern;
  return handle(request, body, () => servers(session));
}

type RpcHandler = (request: Request, parsedBody: unknown, newServer: () => Server) => Promise<RpcReply>;

const handleModern: RpcHandler = async (request, parsedBody, newServer) => {
  // The tools never change while the service runs, so there is nothing to subscribe to.
  const handler = createMcpHandler(newServer, { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await toReply(await handler.fetch(request, { parsedBody }));
  } finally {
    await handler.close();
  }
};

const handleLegacy: RpcHandler = async (request, parsedBody, newServer) => {
  const server = newServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await toReply(await transport.handleRequest(request, { parsedBody: withoutCancellations(parsedBody) }));
  } finally {
    await server.close();
  }
};

const toReply = async (response: Response): Promise<RpcReply> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
});

/** Within one batch a cancelled request would never be answered, and the transport would wait for it forever. */
const withoutCancellations = (body: unknown): unknown =>
  Array.isArray(body) ? body.filter((message) => message?.method !== 'notifications/cancelled') : body;
