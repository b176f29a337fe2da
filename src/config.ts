// Reads the configuration: the command line wins over the environment, which wins over the defaults.
import { nearestName } from './config/nearest-name.ts';
import { NotAccepted } from './config/parsers.ts';
import type { ConfigContext, Setting } from './config/setting.ts';
import { type Config, type SettingName, settings } from './config/settings.ts';
import { settingsFileVariable } from './config/settings-file.ts';
import { problemsTogether } from './config/together.ts';

export interface ConfigSources {
  /** Texts as they stand on the command line. */
  options: Readonly<Partial<Record<SettingName, string>>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** All that is wrong with a configuration, one sentence each. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The named settings; throws one ConfigurationError about all of them that are wrong. */
export function loadConfig<K extends SettingName>(
  names: readonly K[],
  sources: ConfigSources,
  context: ConfigContext,
): Pick<Config, K> {
  const problems: string[] = [];
  const values = names.map((name) => [name, readSetting(name, sources, context, problems)] as const);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.fromEntries(values) as Pick<Config, K>;
}

/** The same, and which of them say nothing without others, as it is for a command. */
export function loadTogether<K extends SettingName>(
  names: readonly K[],
  sources: ConfigSources,
  context: ConfigContext,
): Pick<Config, K> {
  const isGiven = (name: SettingName) => giver(name, settings[name], sources) !== undefined;
  const problems = problemsTogether(names, isGiven);
  try {
    const config = loadConfig(names, sources, context);
    if (problems.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    problems.unshift(...error.problems);
  }
  throw new ConfigurationError(problems);
}

function readSetting(name: SettingName, sources: ConfigSources, context: ConfigContext, problems: string[]): unknown {
  const setting: Setting<unknown> = settings[name];
  const given = giver(name, setting, sources);
  if (given === undefined) return setting.fallback(context);
  try {
    return setting.parse(given.text.trim(), context);
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error;
    if (setting.isSecret) {
      problems.push(`${given.by} is not valid (value hidden); expected ${setting.accepted}.`);
      return undefined;
    }
    const part =
      error.part === undefined || error.part === given.text ? '' : `, where ${quoted(error.part)} is invalid`;
    problems.push(`${given.by} is ${quoted(given.text)}${part}; expected ${setting.accepted}.`);
    return undefined;
  }
}

/** A variable without text counts as not set, as in `KALENDS_PORT= kalends serve`; an empty option is a mistake. */
function giver(name: SettingName, setting: Setting<unknown>, { options, environment }: ConfigSources) {
  const option = options[name];
  if (option !== undefined) return { by: setting.flags?.split(' ')[0] ?? name, text: option };
  const text = environment[setting.variable] ?? '';
  return text.trim() === '' ? undefined : { by: setting.variable, text };
}

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** They belong to one command, which reads them itself. */
export const importVariables = { user: 'KALENDS_IMPORT_USER', password: 'KALENDS_IMPORT_PASSWORD' } as const;

/** One sentence about each unknown `KALENDS_…` variable. */
export function unknownVariables(environment: ConfigSources['environment']): string[] {
  const known: string[] = Object.values(settings).map((setting) => setting.variable);
  known.push(...Object.values(importVariables), settingsFileVariable);
  return Object.keys(environment)
    .filter((name) => name.startsWith('KALENDS_') && !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = nearestName(name, known);
      return `${name} is not a variable of this program${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    });
}
