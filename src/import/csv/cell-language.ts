// Languages in spreadsheet cells.
import { type Language, languageOfTag, languages, languageTag } from '../../core/languages.ts';
import { foldText } from '../../core/text/fold.ts';

/** `german`, `deutsch`, `allemand` and so on. */
const languageNames = new Map(
  languages.flatMap((reader) => {
    const names = new Intl.DisplayNames(languageTag(reader), { type: 'language' });
    return languages.flatMap((language) =>
      [languageTag(language), language.split('-')[0] as string].map(
        (tag) => [foldText(names.of(tag) as string), language] as const,
      ),
    );
  }),
);

/** People write the name of a language, programs its tag: `pt_BR`, `de-AT`. */
export const readCellLanguage = (text: string): Language | undefined =>
  languageNames.get(foldText(text)) ?? languageOfTag(text.replaceAll('_', '-'));
