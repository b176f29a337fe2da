import type { Language } from '../languages.ts';
import bulgarian from './bg.json' with { type: 'json' };
import german from './de.json' with { type: 'json' };
import english from './en.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import brazilian from './pt-br.json' with { type: 'json' };
import chinese from './zh-hans.json' with { type: 'json' };

/** Error codes, and errors of a single parameter. */
export type MessageKey = keyof typeof english;
export type MessageArguments = Readonly<Record<string, string | number>>;
type Catalogue = Readonly<Record<MessageKey, string>>;

export const catalogues: Readonly<Record<Language, Catalogue>> = {
  bg: bulgarian,
  'zh-hans': chinese,
  en: english,
  fr: french,
  de: german,
  ja: japanese,
  'pt-br': brazilian,
  es: spanish,
};

/** The message in a language, with its `{placeholders}` replaced. */
export function translate(language: Language, key: MessageKey, args: MessageArguments = {}): string {
  return catalogues[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
}
