import { InvalidValue } from '../../config/parsers.ts';
import { type SettingName, settings } from '../../config/settings.ts';
import type { Environment } from '../../config/settings-file.ts';
import type { Shell } from '../../shell.ts';
import { configContext } from '../settings-options.ts';

export type SetupTexts = Map<SettingName, string | undefined>;

/** The values of the options, or else those already set. */
export const readTexts = (
  names: readonly SettingName[],
  options: Readonly<Partial<Record<SettingName, string>>>,
  environment: Environment,
): SetupTexts =>
  new Map(names.map((name) => [name, options[name] ?? (environment[settings[name].variable] || undefined)]));

interface Prompt extends Pick<Shell, 'environment' | 'printError' | 'workingFolder'> {
  ask: NonNullable<Shell['ask']>;
  parseZone(text: string): string | undefined;
}

const questions: Readonly<Partial<Record<SettingName, string>>> = {
  siteName: 'Name of the calendar',
  timezone: 'Time zone',
  language: 'Language',
  siteUrl: 'Public URL, or Enter for none (https://…)',
  databaseUrl: 'PostgreSQL database, or Enter for a file in the data folder (postgres://…)',
};

/** Asks for each setting until the answer is valid. Enter accepts the default in brackets. */
export async function askForSettings(names: readonly SettingName[], texts: SetupTexts, prompt: Prompt): Promise<void> {
  for (const name of names) texts.set(name, await askForSetting(name, texts.get(name), prompt));
}

async function askForSetting(name: SettingName, current: string | undefined, prompt: Prompt) {
  const { expected, parse, isSecret } = settings[name];
  const context = configContext(prompt, prompt.parseZone);
  const hasDefault = name === 'timezone' || name === 'language';
  const initial = current ?? (hasDefault ? settings[name].fallback(context) : undefined);
  const shown = initial === undefined ? '' : ` [${isSecret ? 'unchanged' : initial}]`;
  for (;;) {
    const answer = (await prompt.ask(`${questions[name]}${shown}: `)).trim();
    if (answer === '') return initial;
    try {
      parse(answer, context);
      return answer;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      prompt.printError(`  Please enter ${expected}.`);
    }
  }
}
