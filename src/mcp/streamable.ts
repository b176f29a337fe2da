// Streamable HTTP without sessions: every request is self-contained, so any process can answer it.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RpcReply, RpcRequest } from '../http/endpoints/rpc-endpoint.ts';
import type { createMcpServers, Session } from './server.ts';

/**
 * Cancellations have no effect without a session; within one request the SDK would drop the answer and wait for it for
 * ever.
 */
const withoutCancelling = (body: unknown): unknown =>
  Array.isArray(body) ? body.filter((message) => message?.method !== 'notifications/cancelled') : body;

export async function answerRpc(
  { headers, body, url }: RpcRequest,
  session: Session,
  servers: ReturnType<typeof createMcpServers>,
): Promise<RpcReply> {
  const server = servers(session);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const request = new Request(url, { method: 'POST', headers: { ...headers } });
    const response = await transport.handleRequest(request, { parsedBody: withoutCancelling(body) });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } finally {
    await server.close();
  }
}
