// Addresses of a record's page in each of its languages.
import { type Language, languages } from '../../core/languages.ts';
import type { Alternates } from '../views/view.ts';
import type { PageScope } from './page-scope.ts';

/** Paths by language: slugs differ between languages. */
export async function alternatesOf(
  { calendar, links, texts, password }: PageScope,
  path: string,
  { url, translations }: { url: string; translations: readonly Language[] },
): Promise<Alternates> {
  const alternates: Alternates = {};
  for (const language of languages.filter((code) => translations.includes(code))) {
    const query = { i18n_language: language, _fields: 'url', password };
    const address = language === texts.language ? url : (await calendar.get<{ url: string }>(path, query)).body.url;
    alternates[language] = links.local(address);
  }
  return alternates;
}
