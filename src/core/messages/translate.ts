import type { Language } from '../languages.ts';
import { bulgarian } from './bulgarian.ts';
import { chineseSimplified } from './chinese-simplified.ts';
import { type Catalogue, english, type MessageArguments, type MessageKey } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { portugueseBrazil } from './portuguese-brazil.ts';
import { spanish } from './spanish.ts';

export const catalogues: Readonly<Record<Language, Catalogue>> = {
  bg: bulgarian,
  'zh-hans': chineseSimplified,
  en: english,
  fr: french,
  de: german,
  ja: japanese,
  'pt-br': portugueseBrazil,
  es: spanish,
};

/** The text of a message in a language. */
export function translate(language: Language, key: MessageKey, args: MessageArguments = {}): string {
  return catalogues[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
}
