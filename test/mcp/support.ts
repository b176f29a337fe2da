import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type Login, startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

export interface McpApp extends TestApp {
  url: string;
  /** The protocol library's own client, signed in as the user, or anonymous. */
  connect(as?: Login, protocol?: Protocol): Promise<Client>;
}

/** `legacy` clients begin with a handshake (revisions of 2025 and earlier); a pinned revision has none. */
export type Protocol = 'legacy' | { pin: string };

export interface ToolReply {
  text: string;
  isError: boolean;
  structured: Record<string, unknown>;
}

export async function startMcpApp(options: TestAppOptions = {}): Promise<McpApp> {
  const app = await startTestApp(options);
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/mcp`;
  const connect = async (as?: Login, mode: Protocol = 'legacy') => {
    const headers = as ? { authorization: basic(as, app.passwords[as]) } : {};
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    onTestFinished(() => client.close());
    // The client validates every result, because it knows the output schemas.
    await client.listTools();
    return client;
  };
  return { ...app, url, connect };
}

export const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolReply> {
  const reply = await client.callTool({ name, arguments: args });
  const [content] = reply.content as { type: string; text: string }[];
  return {
    text: content?.text ?? '',
    isError: reply.isError === true,
    structured: (reply.structuredContent ?? {}) as Record<string, unknown>,
  };
}
