import cluster from 'node:cluster';
import type { Command } from '@commander-js/extra-typings';
import { settingNames } from '../config/settings.ts';
import type { Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

const examples = `
Examples:
  $ kalends serve                                    on http://127.0.0.1:3000, with the calendar in ./data
  $ kalends serve --demo --port 8080                 with sample events, if the calendar is empty
  $ kalends serve --workers auto                     one process per core; SIGHUP replaces them one by one
  $ kalends serve --host 0.0.0.0 --data /srv/events  accepts connections from other machines
  $ kalends serve --port 0 --json                    any free port, which the output names`;

export function declareServe(program: Command, shell: Shell): void {
  addSettings(program.command('serve'), settingNames)
    .description('serve the calendar over HTTP; creates it, with a first administrator, if there is none')
    .option('--json', 'write JSON lines to standard output, the same as --log-format json')
    .addHelpText('after', examples)
    .action(async ({ json }, command) => {
      const { createZones } = await import('../core/dates/zones.ts');
      const zones = createZones();
      const settings = readSettings(command, settingNames, shell, zones.parse);
      const config: typeof settings = json ? { ...settings, logFormat: 'json' } : settings;
      if (config.workers > 1 && cluster.isPrimary) {
        const { supervise } = await import('../serve/workers/supervise.ts');
        return supervise({ config, shell });
      }
      const { runService } = await import('../serve/run-service.ts');
      await runService({ config, zones, shell });
    });
}
