// The demonstration's templates in the other languages.
import type { Language } from '../core/languages.ts';
import type { TextRow } from '../resources/records/bulk-rows.ts';
import { french } from './french-table.ts';
import { german } from './german-table.ts';
import { otherLanguages } from './other-languages-table.ts';
import { spanish } from './spanish-table.ts';
import type { DemoTemplate } from './templates-table.ts';
import type { TemplateTranslations } from './translation.ts';
import { fillIn, firstSentence, type Names, paragraphs } from './words.ts';

export const templateTranslations: Partial<Record<Language, TemplateTranslations>> = {
  fr: french,
  de: german,
  es: spanish,
  ...otherLanguages,
};

/** Websites are the same in every language: they are left to the original. */
export function translationsOf(template: DemoTemplate, names: Names): Omit<TextRow, 'slug'>[] {
  const themeIndex = template.themes.indexOf(names.theme);
  return Object.entries(templateTranslations).flatMap(([language, translations]) => {
    const words = translations[template.title];
    const theme = words?.themes[themeIndex];
    if (!words || theme === undefined) return [];
    const filled = (text: string) => fillIn(text, { ...names, theme });
    const [lead, closing] = words.paragraphs;
    return {
      language,
      title: filled(words.title),
      description: paragraphs([filled(lead), filled(closing)]),
      excerpt: paragraphs([firstSentence(filled(lead))]),
      website: '',
    };
  });
}
