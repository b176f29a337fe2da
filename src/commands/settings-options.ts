import { type Command, Option } from 'commander';
import { type Config, type SettingName, settings } from '../config/settings.ts';
import { loadTogether } from '../config.ts';
import type { Shell } from './shell.ts';

const optionOf = (name: SettingName): Option | undefined => {
  const { flags, description, variable, defaultText } = settings[name];
  return flags === undefined ? undefined : new Option(flags, `${description} (${variable}; default: ${defaultText})`);
};

/** Gives a command the options of these settings; several stand under their headings in the help. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) {
    const option = optionOf(name);
    if (option === undefined) continue;
    command.addOption(names.length > 1 ? option.helpGroup(settings[name].group) : option);
  }
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
      const value = values[optionOf(name)?.attributeName() ?? ''];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
  const machineZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { environment, workingFolder } = shell;
  return loadTogether(names, { options, environment }, { workingFolder, parseZone, machineZone });
}
