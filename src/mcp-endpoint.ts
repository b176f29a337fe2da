// Serves `/mcp`. The protocol's library is loaded by the first request.
import type { FastifyInstance } from 'fastify';
import { isAnonymous } from './core/roles.ts';
import { type RpcOptions, registerRpc } from './http/endpoints/rpc-endpoint.ts';
import type { Pipeline } from './http/pipeline.ts';
import { folderOf } from './http/request/folder.ts';
import type { createMcpServers, McpOptions } from './mcp/server.ts';
import { version } from './version.ts';

export interface McpEndpoint extends Omit<McpOptions, 'site'>, Pick<RpcOptions, 'authenticate'> {
  pipeline: Pipeline;
  settings: Omit<McpOptions['site'], 'version'> & { bodyLimitBytes: number; corsOrigins: readonly string[] };
}

const mcpPath = '/mcp';

export function registerMcp(
  app: FastifyInstance,
  { pipeline, routes, authenticate, settings, logger }: McpEndpoint,
): void {
  let servers: ReturnType<typeof createMcpServers> | undefined;
  registerRpc(app, {
    path: mcpPath,
    folder: folderOf(settings.siteUrl),
    bodyLimit: settings.bodyLimitBytes,
    origins: [...originsOf(settings.siteUrl), ...settings.corsOrigins.filter((origin) => origin !== '*')],
    authenticate,
    async answer(request) {
      const { createMcpServers, openInterface, answerRpc } = await loadMcp();
      servers ??= createMcpServers({ routes, site: { ...settings, version }, logger });
      const { authorization, origin, address, caller } = request;
      const call = openInterface({ pipeline, caller: { authorization, origin, address }, logger });
      return answerRpc(request, { call, signedIn: !isAnonymous(caller) }, servers);
    },
  });
}

const originsOf = (siteUrl: string | undefined): string[] => (siteUrl === undefined ? [] : [new URL(siteUrl).origin]);

async function loadMcp() {
  const { createMcpServers } = await import('./mcp/server.ts');
  const { openInterface } = await import('./mcp/interface-calls.ts');
  const { answerRpc } = await import('./mcp/streamable.ts');
  return { createMcpServers, openInterface, answerRpc };
}
