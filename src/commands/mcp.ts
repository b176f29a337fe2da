import { once } from 'node:events';
import type { Command } from '@commander-js/extra-typings';
import { openCalendar, withCalendar } from '../calendar-folder.ts';
import { type Config, settingNames } from '../config/settings.ts';
import { ApiError } from '../core/api-error.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { Caller } from '../core/roles.ts';
import { createThrottledLog } from '../http/response/throttled-log.ts';
import { openMediaStorage } from '../media-storage.ts';
import { OperationFailed, type Shell, WrongUsage } from '../shell.ts';
import { version } from '../version.ts';
import { addSettings, readSettings } from './settings-options.ts';

const details = `
Uses standard input and output; the log goes to standard error. Can run while the service runs. Acts as the account in
KALENDS_MCP_USER and KALENDS_MCP_PASSWORD (an application password); without them it only reads public records.

Examples:
  $ kalends mcp --data /srv/events --timezone Europe/Paris
  $ KALENDS_MCP_USER=ed KALENDS_MCP_PASSWORD=… kalends mcp --data /srv/events`;

/** The settings that matter for answering requests without a server. */
const ownSettings = settingNames.filter(
  (name) =>
    ![
      'port',
      'host',
      'demo',
      'mcp',
      'corsOrigins',
      'trustedProxies',
      'cacheBytes',
      'eventCacheBytes',
      'requestsPerMinute',
      'workers',
      'securityContact',
      'backupFolder',
      'backupEverySeconds',
      'backupKeep',
      'logFormat',
      'geocoderUrl',
      'geocoderContact',
      'geocoderIntervalMs',
      'pages',
      'mapTiles',
      'mapAttribution',
      'metrics',
      'auditRetentionDays',
      'revisions',
      'webhookAllow',
      'slowRequestSeconds',
    ].includes(name),
);

export function declareMcp(program: Command, shell: Shell): void {
  addSettings(program.command('mcp'), ownSettings)
    .description('give a model access to the calendar (Model Context Protocol)')
    .addHelpText('after', details)
    .action(async (_, command) => {
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, settingNames, shell, zones.parse);
      if ((config.mcpUser === undefined) !== (config.mcpPassword === undefined)) {
        throw new WrongUsage('KALENDS_MCP_USER and KALENDS_MCP_PASSWORD must be set together.');
      }
      await runMcp(config, zones, shell);
    });
}

/** Failed logins are counted by address; this stands for this command. */
const address = 'kalends mcp';

/** Runs until standard input ends or a signal arrives. Throws OperationFailed. */
async function runMcp(config: Config, zones: Zones, shell: Shell): Promise<void> {
  const { buildPipeline } = await import('../app.ts');
  const { createResolver } = await import('../fetch/resolve-host.ts');
  const { createLogger } = await import('../logging.ts');
  const { createApiCaller } = await import('../mcp/api-calls.ts');
  const { createMcpServers } = await import('../mcp/server.ts');
  const { createMessageFilter } = await import('../mcp/stdio.ts');
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  // Standard output belongs to the protocol.
  const logger = await createLogger({ level: config.logLevel, form: 'json', output: 2 });
  const storage = await openMediaStorage(config);
  await withCalendar(openCalendar(config), async (store) => {
    const resolve = createResolver();
    const service = await buildPipeline({ store, settings: config, zones, logger, now: shell.now, storage, resolve });
    const authorization = authorizationOf(config);
    const caller = await signIn(() => service.authenticate(authorization, address));
    const origin = config.siteUrl ?? `http://127.0.0.1:${config.port}`;
    const { pipeline, routes } = service;
    const logThrottled = createThrottledLog(logger, () => performance.now());
    const call = createApiCaller({ pipeline, caller: { authorization, origin, address }, logger, logThrottled });
    const servers = createMcpServers({ routes, site: { ...config, version }, logger });
    const messages = createMessageFilter((line) => process.stdout.write(line));
    const transport = new StdioServerTransport(process.stdin.setEncoding('utf8').pipe(messages));
    const server = serveStdio(() => servers({ call, caller }), { transport });
    // cli.ts reports the error.
    const isOutputClosed = new Promise((done) => process.stdout.once('error', done));
    const isStopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), isOutputClosed]);
    await Promise.race([once(messages, 'end'), isStopped]).catch((error) => {
      throw new OperationFailed(error.message);
    });
    process.stdin.unpipe(messages).pause();
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
    const { translate } = await import('../core/messages/messages.ts');
    const message = translate('en', error.extras.message ?? error.code, error.extras.args);
    throw new OperationFailed(`Signing in with KALENDS_MCP_USER and KALENDS_MCP_PASSWORD failed: ${message}`);
  }
}
