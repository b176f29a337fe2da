// Streamable HTTP without sessions: every request stands for itself, so that any process may answer it.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { RpcReply, RpcRequest } from '../http/rpc-endpoint.ts';
import type { createMcpServers, Session } from './server.ts';

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
    const response = await transport.handleRequest(request, { parsedBody: body });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } finally {
    await server.close();
  }
}
