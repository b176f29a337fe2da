import { type Language, languageTag } from '../core/languages.ts';
import { escapeHtml } from '../core/text/escape-html.ts';

/** As those who speak it write it, for HTML. */
export const nameOfLanguage = (code: Language): string =>
  escapeHtml(new Intl.DisplayNames(languageTag(code), { type: 'language' }).of(languageTag(code)) ?? code);
