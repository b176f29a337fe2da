import type { Command } from 'commander';
import { settingNames } from '../config/settings.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const details = `
Speaks the protocol on standard input and output; its log goes to standard error. Works beside a running service.
It acts as the account in KALENDS_MCP_USER and KALENDS_MCP_PASSWORD (an application password); without these it reads
public records, and writes nothing.

Examples:
  $ kalends mcp --data /srv/events --timezone Europe/Paris
  $ KALENDS_MCP_USER=ed KALENDS_MCP_PASSWORD=… kalends mcp --data /srv/events`;

/** What of the settings has to do with answering requests, beside the ones of a server. */
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
      'shownBytes',
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
    .description('let a model work with the calendar, over the Model Context Protocol')
    .addHelpText('after', details)
    .action(async () => {
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const config = readSettings(command, settingNames, shell, zones.parse);
      if ((config.mcpUser === undefined) !== (config.mcpPassword === undefined)) {
        throw new WrongUsage('KALENDS_MCP_USER and KALENDS_MCP_PASSWORD belong together.');
      }
      const { runMcp } = await import('./run-mcp.ts');
      await runMcp({ config, zones, shell });
    });
}
