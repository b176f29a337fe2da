import { type Command, Option } from 'commander';
import { loadConfig } from '../config.ts';
import { type Config, type SettingName, settings } from '../config/settings.ts';
import type { Shell } from './shell.ts';

const optionOf = (name: SettingName): Option => {
  const { flags, description, variable, defaultText, group } = settings[name];
  return new Option(flags, `${description} (${variable}; default: ${defaultText})`).helpGroup(group);
};

/** Gives a command the options of these settings. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) command.addOption(optionOf(name));
  return command;
}

/**
 * The settings as the command line and the environment give them; throws ConfigurationError.
 * `parseZone` is needed by whoever asks for the time zone.
 */
export function readSettings<K extends SettingName>(
  command: Command,
  names: readonly K[],
  shell: Shell,
  parseZone: (text: string) => string | undefined = () => undefined,
): Pick<Config, K> {
  const values = command.opts<Record<string, string | boolean | undefined>>();
  const options = Object.fromEntries(
    names.flatMap((name) => {
      const value = values[optionOf(name).attributeName()];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const machineZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { environment, workingFolder } = shell;
  return loadConfig(names, { options, environment }, { workingFolder, parseZone, machineZone });
}
