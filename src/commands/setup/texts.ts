import { type SettingName, settings } from '../../config/settings.ts';
import type { Environment } from '../../config/settings-file.ts';

export interface SetupText {
  text: string | undefined;
  /** Given as an option, so it is not asked for. */
  isOption: boolean;
}
export type SetupTexts = Map<SettingName, SetupText>;

/** The values of the options, or else those already set. */
export const readTexts = (
  names: readonly SettingName[],
  options: Readonly<Record<string, string | undefined>>,
  environment: Environment,
): SetupTexts =>
  new Map(
    names.map((name) => {
      const { flags, variable } = settings[name];
      const option = flags?.split(' ')[0]?.slice(2);
      const chosen = option && options[option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
      return [name, { text: chosen ?? (environment[variable] || undefined), isOption: chosen !== undefined }];
    }),
  );
