import type { Language } from '../languages.ts';

const marks: Readonly<Record<Language, readonly [string, string]>> = {
  bg: ['„', '“'],
  'zh-hans': ['“', '”'],
  en: ['“', '”'],
  fr: ['«\u00a0', '\u00a0»'],
  de: ['„', '“'],
  ja: ['「', '」'],
  'pt-br': ['“', '”'],
  es: ['«', '»'],
};

/** A text in the quotation marks of a language, on one line. */
export function quoted(text: string, language: Language): string {
  const [open, close] = marks[language];
  return `${open}${text.trim().replace(/\s+/g, ' ')}${close}`;
}
