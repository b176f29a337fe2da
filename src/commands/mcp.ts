import type { Command } from 'commander';
import { settingNames } from '../config/settings.ts';
import { type Shell, WrongUsage } from '../shell.ts';
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
    ].includes(name),
);

export function declareMcp(program: Command, shell: Shell): void {
  const command = addSettings(program.command('mcp'), ownSettings);
  command
    .description('give a model access to the calendar (Model Context Protocol)')
    .addHelpText('after', details)
    .action(async () => {
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, settingNames, shell, zones.parse);
      if ((config.mcpUser === undefined) !== (config.mcpPassword === undefined)) {
        throw new WrongUsage('KALENDS_MCP_USER and KALENDS_MCP_PASSWORD must be set together.');
      }
      const { runMcp } = await import('./run-mcp.ts');
      await runMcp({ config, zones, shell });
    });
}
