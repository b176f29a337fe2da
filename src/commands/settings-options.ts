import { realpathSync } from 'node:fs';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { calendarSettings } from '../config/database-settings.ts';
import type { ConfigContext } from '../config/setting.ts';
import { type Config, type SettingName, settings } from '../config/settings.ts';
import { loadConfig } from '../config.ts';
import { attempt } from '../core/errors.ts';
import type { Shell } from '../shell.ts';
import type { Store } from '../store/store.ts';

const optionOf = (name: SettingName): Option | undefined => {
  const { flags, description, variable, defaultText } = settings[name];
  return flags === undefined ? undefined : new Option(flags, `${description} (${variable}; default: ${defaultText})`);
};

/** Adds the options of these settings to a command, under headings if there are several. */
export function addSettings<C extends CommandUnknownOpts>(command: C, names: readonly SettingName[]): C {
  for (const name of names) {
    const option = optionOf(name);
    if (option === undefined) continue;
    command.addOption(names.length > 1 ? option.helpGroup(settings[name].group) : option);
  }
  return command.addHelpText('after', ({ command: shown }) => secretsHelp(names, shown));
}

/** Help on settings that have no option. */
function secretsHelp(names: readonly SettingName[], command: CommandUnknownOpts): string {
  const rows = names.flatMap((name) => {
    const { flags, variable, description, defaultText } = settings[name];
    return flags === undefined ? [{ variable, text: `${description} (default: ${defaultText})` }] : [];
  });
  if (rows.length === 0) return '';
  const help = command.createHelp();
  // `undefined` without a terminal.
  const columns: number | undefined = command.configureOutput().getOutHelpWidth?.();
  help.prepareContext(columns === undefined ? {} : { helpWidth: columns });
  const width = Math.max(...rows.map(({ variable }) => variable.length));
  const lines = rows.map(({ variable, text }) => help.formatItem(variable, width, text, help));
  return ['\nOnly in the environment:', ...lines].join('\n');
}

/**
 * The settings from the command line and the environment; throws ConfigurationError. `parseZone` is required only for
 * the time zone.
 */
export function readSettings<K extends SettingName>(
  command: CommandUnknownOpts,
  names: readonly K[],
  shell: Shell,
  parseZone: (text: string) => string | undefined = () => undefined,
): Pick<Config, K> {
  const sources = { options: optionsIn(command, names), environment: shell.environment };
  const context = configContext(shell, parseZone);
  const machineZone = () => {
    const zone = context.machineZone();
    if (zone === undefined || parseZone(zone) === undefined) reportUnknownZone(shell);
    return zone;
  };
  return loadConfig(names, sources, { ...context, machineZone });
}

function reportUnknownZone({ environment: { TZ }, printError }: Shell): void {
  const reason = TZ ? `TZ is "${TZ}", which names no known time zone` : 'The time zone of this machine is unknown';
  printError(`kalends: ${reason}: the site is in UTC. Set KALENDS_TIMEZONE to its zone.`);
}

/** The settings that the command line gives. */
export function optionsIn(
  command: CommandUnknownOpts,
  names: readonly SettingName[],
): Partial<Record<SettingName, string>> {
  const values = command.opts();
  const given = names.map((name) => [name, values[optionOf(name)?.attributeName() ?? '']] as const);
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

export const configContext = (
  { workingFolder, environment: { TZ } }: Pick<Shell, 'workingFolder' | 'environment'>,
  parseZone: ConfigContext['parseZone'],
): ConfigContext => ({ workingFolder, parseZone, machineZone: () => findMachineZone(TZ) });

/** For a path in TZ, or a rule such as `CET-1CEST`, Node itself silently assumes UTC. */
function findMachineZone(TZ: string | undefined): string | undefined {
  if (!TZ) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  const name = TZ.replace(/^:/, '');
  if (!name.startsWith('/')) return name;
  return attempt(() => realpathSync(name).split('/zoneinfo/')[1]);
}

/** Runs the action of a command on the existing calendar of its settings. */
export async function onCalendar<T>(
  command: CommandUnknownOpts,
  shell: Shell,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const config = readSettings(command, calendarSettings, shell);
  const { openCalendar, withCalendar } = await import('../calendar-folder.ts');
  return withCalendar(openCalendar(config), work);
}
