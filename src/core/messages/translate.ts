import { type Catalogue, english, type MessageArguments, type MessageKey } from './english.ts';

const catalogues: Readonly<Record<string, Catalogue>> = { en: english };

/** The text of a message in a language, English where there is none. */
export function translate(language: string, key: MessageKey, args: MessageArguments = {}): string {
  const template: string = (catalogues[language] ?? english)[key];
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
}
