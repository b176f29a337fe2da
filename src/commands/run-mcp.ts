import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildPipeline } from '../app.ts';
import { openCalendar, withCalendar } from '../calendar-folder.ts';
import type { Config } from '../config/settings.ts';
import { ApiError } from '../core/api-error.ts';
import type { Zones } from '../core/dates/zones.ts';
import { translate } from '../core/messages/messages.ts';
import { type Caller, isAnonymous } from '../core/roles.ts';
import { createLogger } from '../logging.ts';
import { openInterface } from '../mcp/interface-calls.ts';
import { createMcpServers } from '../mcp/server.ts';
import { openMediaStorage } from '../media-storage.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { version } from '../version.ts';

export interface McpCommand {
  config: Config;
  zones: Zones;
  shell: Shell;
}

/** Failed logins are counted by address; this stands for this command. */
const address = 'kalends mcp';

/** Runs until standard input ends or a signal comes. Throws OperationFailed. */
export async function runMcp({ config, zones, shell }: McpCommand): Promise<void> {
  // Standard output belongs to the protocol.
  const logger = await createLogger({ level: config.logLevel, form: 'json', output: 2 });
  const storage = await openMediaStorage(config);
  await withCalendar(openCalendar(config), async (store) => {
    const service = await buildPipeline({ store, settings: config, zones, logger, now: shell.now, storage });
    const authorization = authorizationOf(config);
    const caller = await signIn(() => service.authenticate(authorization, address));
    const origin =
      config.siteUrl === undefined ? `http://127.0.0.1:${config.port}` : config.siteUrl.replace(/\/+$/, '');
    const { pipeline, routes } = service;
    const call = openInterface({ pipeline, caller: { authorization, origin, address }, logger });
    const servers = createMcpServers({ routes, site: { ...config, version }, logger });
    const server = serveStdio(() => servers({ call, signedIn: !isAnonymous(caller) }));
    await Promise.race([once(process.stdin, 'end'), once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    await server.close();
  });
}

function authorizationOf({ mcpUser, mcpPassword }: Config): string | undefined {
  if (mcpUser === undefined) return undefined;
  return `Basic ${Buffer.from(`${mcpUser}:${mcpPassword}`).toString('base64')}`;
}

async function signIn(authenticate: () => Promise<Caller>): Promise<Caller> {
  try {
    return await authenticate();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = translate('en', error.extras.message ?? error.code, error.extras.args);
    throw new OperationFailed(`Signing in with KALENDS_MCP_USER and KALENDS_MCP_PASSWORD failed: ${message}`);
  }
}
