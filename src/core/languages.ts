/** Content languages, as in parameters and replies. */
export const languages = ['bg', 'zh-hans', 'en', 'fr', 'de', 'ja', 'pt-br', 'es'] as const;
export type Language = (typeof languages)[number];

/** Case-insensitive. */
export function parseLanguage(text: string): Language | undefined {
  const code = text.toLowerCase();
  return languages.find((language) => language === code);
}

/** By a BCP 47 tag of any region: `de-AT` counts as `de`, `zh-CN` as `zh-hans`. */
export function languageOfTag(tag: string): Language | undefined {
  const [base] = tag.toLowerCase().split('-');
  return parseLanguage(tag) ?? languages.find((language) => language.split('-')[0] === base);
}

/** The BCP 47 tag: `zh-Hans`, `pt-BR`. */
export const languageTag = (language: string): string => Intl.getCanonicalLocales(language)[0] as string;

/** The name of a language in that language. */
export const nameOfLanguage = (language: Language): string => {
  const tag = languageTag(language);
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? language;
};
