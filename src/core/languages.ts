/** Content languages, as they are written in parameters and replies. */
export const languages = ['bg', 'zh-hans', 'en', 'fr', 'de', 'ja', 'pt-br', 'es'] as const;
export type Language = (typeof languages)[number];

/** Codes are compared without case. */
export function parseLanguage(text: string): Language | undefined {
  const wanted = text.toLowerCase();
  return languages.find((language) => language === wanted);
}

/** As BCP 47 writes it: `zh-Hans`, `pt-BR`. */
export const languageTag = (language: string): string =>
  language.replace(/-(.+)$/, (_, part: string) =>
    part.length === 4 ? `-${part[0]?.toUpperCase()}${part.slice(1)}` : `-${part.toUpperCase()}`,
  );
