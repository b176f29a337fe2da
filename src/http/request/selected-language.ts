import type { Problem } from '../../core/api-error.ts';
import { type Language, languages, parseLanguage } from '../../core/languages.ts';
import { type RawParams, scalarOf } from '../params/raw.ts';

export const languageParameter = 'i18n_language';

/** The language that a parameter selects; it wins over the address (D57). An empty value is ignored. */
export function selectedLanguage(params: RawParams): Language | undefined {
  const code = scalarOf(params.get(languageParameter) ?? null);
  return typeof code === 'string' ? parseLanguage(code) : undefined;
}

/** The problem of an unknown language code. */
export function languageProblem(params: RawParams): Problem | undefined {
  const raw = scalarOf(params.get(languageParameter) ?? null);
  if (raw === null || raw === '' || selectedLanguage(params)) return undefined;
  return { key: 'one_of', args: { values: languages.join(', ') } };
}
