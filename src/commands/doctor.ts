import type { Command } from 'commander';
import { settingNames } from '../config/settings.ts';
import { OperationFailed, type Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

export function declareDoctor(program: Command, shell: Shell): void {
  const command = addSettings(program.command('doctor'), settingNames);
  command
    .description(
      'check the environment: data folder, disk, clock, time zones, database, backups, public address and proxy',
    )
    .option('--json', 'print a JSON list of the findings')
    .addHelpText(
      'after',
      `
Changes nothing, and can run while the service runs. If the service is stopped, the headers of the proxy are checked too,
by listening on the service's port for a moment.

Exit codes: 0 without problems (there may be warnings), 1 with problems.`,
    )
    .action(async ({ json }: { json?: true }) => {
      const { createZones } = await import('../core/dates/zones.ts');
      const config = readSettings(command, settingNames, shell, createZones().parse);
      const { examine } = await import('./doctor/examine.ts');
      const { findingText } = await import('./doctor/finding.ts');
      const findings = await examine(config, shell);
      shell.print(json ? JSON.stringify(findings) : findings.map(findingText).join('\n'));
      const count = findings.filter(({ level }) => level === 'problem').length;
      if (count > 0) throw new OperationFailed(`${count} ${count === 1 ? 'problem' : 'problems'} found.`);
    });
}
