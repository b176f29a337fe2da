import type { Command } from '@commander-js/extra-typings';
import { nameOf } from '../../calendar-folder.ts';
import { type Config, settingNames } from '../../config/settings.ts';
import { findSettingsFile } from '../../config/settings-file.ts';
import { unknownVariables } from '../../config.ts';
import { OperationFailed, type Shell } from '../../shell.ts';
import { version } from '../../version.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { type Finding, findingText, fine, note, warning } from './finding.ts';

export function declareDoctor(program: Command, shell: Shell): void {
  addSettings(program.command('doctor'), settingNames)
    .description(
      'check the environment: data folder, disk, clock, time zones, database, bucket, backups, public URL and proxy',
    )
    .option('--json', 'print a JSON list of the findings')
    .addHelpText(
      'after',
      `
Changes nothing, and can run while the service runs. If the service is stopped, the headers of the proxy are checked too,
by listening on the service's port for a moment.

Exit codes: 0 without problems (there may be warnings), 1 with problems.`,
    )
    .action(async ({ json }, command) => {
      const { createZones } = await import('../../core/dates/zones.ts');
      const config = readSettings(command, settingNames, shell, createZones().parse);
      const findings = await examine(config, shell);
      shell.print(json ? JSON.stringify(findings) : findings.map(findingText).join('\n'));
      const count = findings.filter(({ level }) => level === 'problem').length;
      if (count > 0) throw new OperationFailed(`${count} ${count === 1 ? 'problem' : 'problems'} found.`);
    });
}

/** All checks, in the order in which their failures would stop the service. */
export async function examine(config: Config, shell: Shell): Promise<Finding[]> {
  const { examineClock, examineDisk, examineFolder, examineZones } = await import('./machine.ts');
  const { examineBackups, examineDatabase } = await import('./database.ts');
  const { examineBucket } = await import('./bucket.ts');
  const { examineReachability } = await import('./reachability.ts');
  const file = findSettingsFile(shell.workingFolder, shell.environment);
  return [
    fine('program', `Kalends ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`),
    file
      ? fine('settings', `Read from ${file.path}; environment variables take precedence.`)
      : note('settings', 'No kalends.env here: environment variables and defaults are used.'),
    ...unknownVariables(shell.environment).map((text) => warning('settings', `${text}.`.replace(/\?\.$/, '?'))),
    ...examineFolder(config.data),
    examineDisk(config.data),
    examineClock(shell.now()),
    examineZones(config.timezone, new Date(shell.now() * 1000).getUTCFullYear()),
    ...(await examineDatabase(config, nameOf(config), shell.now())),
    ...(await examineBucket(config)),
    ...(await examineBackups(config, shell.now())),
    ...(await examineReachability(config)),
  ];
}
