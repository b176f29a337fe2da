import type { Command } from 'commander';
import { settingNames } from '../config/settings.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

export function declareDoctor(program: Command, shell: Shell): void {
  const command = addSettings(program.command('doctor'), settingNames);
  command
    .description('check what the service needs: folder, disk, clock, zones, database, public address and proxy')
    .option('--json', 'print a JSON list of the findings')
    .addHelpText(
      'after',
      `
Changes nothing, and runs beside the service. While the service is stopped it also looks at what the proxy sends, by
answering at the service's port for a moment.

Exit codes: 0 when nothing is wrong (there may be warnings), 1 when something is.`,
    )
    .action(async ({ json }: { json?: true }) => {
      const { createZones } = await import('../core/dates/zones.ts');
      const config = readSettings(command, settingNames, shell, createZones().parse);
      const { examine } = await import('./doctor/examine.ts');
      const { findingText } = await import('./doctor/finding.ts');
      const findings = await examine(config, shell);
      shell.print(json ? JSON.stringify(findings) : findings.map(findingText).join('\n'));
      const wrong = findings.filter(({ level }) => level === 'problem').length;
      if (wrong > 0) throw new OperationFailed(`${wrong === 1 ? 'One thing is' : `${wrong} things are`} wrong.`);
    });
}
