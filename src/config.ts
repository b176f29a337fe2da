// Reads the configuration: the command line wins over the environment, which wins over the defaults.
import { InvalidValue } from './config/parsers.ts';
import type { ConfigContext, Setting } from './config/setting.ts';
import { type Config, type SettingName, settings } from './config/settings.ts';
import { settingsFileVariable } from './config/settings-file.ts';

export interface ConfigSources {
  /** As given on the command line. */
  options: Readonly<Partial<Record<SettingName, string>>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** All problems of a configuration, one sentence each. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The named settings as a command needs them. Throws one ConfigurationError with all problems. */
export function loadConfig<K extends SettingName>(
  names: readonly K[],
  sources: ConfigSources,
  context: ConfigContext,
): Pick<Config, K> {
  const problems: string[] = [];
  const values = names.map((name) => [name, readSetting(name, sources, context, problems)] as const);
  problems.push(...combinationProblems(names, (name) => findGiven(name, settings[name], sources) !== undefined));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.fromEntries(values) as Pick<Config, K>;
}

const bucketSettings = ['s3Endpoint', 's3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const;
/** Without `DATABASE_URL` they would be ignored silently, and the calendar would be a new file. */
const postgresSettings = ['databaseReplicaUrls', 'databaseListenUrl'] as const;

/** Problems with settings that require each other, among those that a command reads. */
function combinationProblems(names: readonly SettingName[], isGiven: (name: SettingName) => boolean): string[] {
  const variablesOf = (found: readonly SettingName[]) => found.map((name) => settings[name].variable);
  const bucket = bucketSettings.filter((name) => names.includes(name));
  const missing = bucket.filter((name) => !isGiven(name));
  const isPartial = missing.length > 0 && missing.length < bucket.length;
  const isWithoutDatabase = names.includes('databaseUrl') && !isGiven('databaseUrl');
  const orphans = postgresSettings.filter((name) => isWithoutDatabase && names.includes(name) && isGiven(name));
  return [
    ...(isPartial
      ? [`Images are stored in a bucket only if these are set too: ${variablesOf(missing).join(', ')}.`]
      : []),
    ...variablesOf(orphans).map((variable) => `${variable} requires DATABASE_URL.`),
  ];
}

function readSetting(name: SettingName, sources: ConfigSources, context: ConfigContext, problems: string[]): unknown {
  const setting: Setting<unknown> = settings[name];
  const given = findGiven(name, setting, sources);
  if (given === undefined) return setting.fallback(context);
  try {
    return setting.parse(given.text.trim(), context);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    if (setting.isSecret) {
      problems.push(`${given.by} is not valid (value hidden); expected ${setting.expected}.`);
      return undefined;
    }
    const part =
      error.part === undefined || error.part === given.text ? '' : `, where ${quoted(error.part)} is invalid`;
    problems.push(`${given.by} is ${quoted(given.text)}${part}; expected ${setting.expected}.`);
    return undefined;
  }
}

/** An empty variable counts as not set, as in `KALENDS_PORT= kalends serve`; an empty option is a mistake. */
function findGiven(name: SettingName, setting: Setting<unknown>, { options, environment }: ConfigSources) {
  const option = options[name];
  if (option !== undefined) return { by: setting.flags?.split(' ')[0] ?? name, text: option };
  const text = environment[setting.variable] ?? '';
  return text.trim() === '' ? undefined : { by: setting.variable, text };
}

const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Read by `kalends import` itself. */
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
      return `${name} is not a known variable${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
    });
}

/** The name that is most similar to a misspelt one, if any is similar enough. */
function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, distance: editDistance(withoutPrefix(misspelt), withoutPrefix(name)) }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(2, withoutPrefix(misspelt).length / 3) ? best.name : undefined;
}

const withoutPrefix = (name: string): string => name.replace('KALENDS_', '');

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] as number) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[to.length] as number;
}
