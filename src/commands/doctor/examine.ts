import { nameOf } from '../../calendar-folder.ts';
import type { Config } from '../../config/settings.ts';
import { findSettingsFile } from '../../config/settings-file.ts';
import { unknownVariables } from '../../config.ts';
import type { Shell } from '../../shell.ts';
import { version } from '../../version.ts';
import { examineAddress } from './address.ts';
import { examineBackups } from './backups.ts';
import { examineDatabase } from './database.ts';
import { type Finding, fine, note, warning } from './finding.ts';
import { examineClock, examineDisk, examineFolder, examineZones } from './machine.ts';

/** All checks, in the order in which their failures would stop the service. */
export async function examine(config: Config, shell: Shell): Promise<Finding[]> {
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
    ...(await examineBackups(config, shell.now())),
    ...(await examineAddress(config)),
  ];
}
