// `/mcp` beside the interface. The protocol's library is loaded with the first request that speaks it.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import type { AppSettings, ServicePipeline } from './app.ts';
import { isAnonymous } from './core/roles.ts';
import { registerRpc } from './http/endpoints/rpc-endpoint.ts';
import type { createMcpServers } from './mcp/server.ts';

export interface McpEndpoint extends ServicePipeline {
  settings: AppSettings;
  logger: Logger;
}

const mcpPath = '/mcp';

export function registerMcp(
  app: FastifyInstance,
  { pipeline, routes, authenticate, settings, logger }: McpEndpoint,
): void {
  let servers: ReturnType<typeof createMcpServers> | undefined;
  registerRpc(app, {
    path: mcpPath,
    bodyLimit: settings.bodyLimitBytes,
    origins: [...originsOf(settings.siteUrl), ...settings.corsOrigins.filter((origin) => origin !== '*')],
    authenticate,
    async answer(request) {
      const { createMcpServers, openInterface, answerRpc } = await loadMcp();
      servers ??= createMcpServers({ routes, site: { ...settings, version: packageFile.version }, logger });
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
