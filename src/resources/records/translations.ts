import { ApiError } from '../../core/api-error.ts';
import { type Language, parseLanguage } from '../../core/languages.ts';
import type { Writer } from '../../store/store.ts';
import { deleteTexts, textRows } from './texts.ts';

/** Takes the texts of one language off an event, venue, organizer or image. */
export async function removeTranslation(
  db: Writer,
  { id, language }: { id: number; language: string },
  segment: string,
): Promise<void> {
  const existing = (await textRows(db, id)).map((row) => row.language);
  await deleteTexts(db, id, translationToRemove(segment, language, existing));
}

/**
 * The language of a translation to remove. Throws 404 for what is no language or has no texts, 409 for the
 * record's own.
 */
export function translationToRemove(segment: string, original: string, existing: readonly string[]): Language {
  const language = parseLanguage(segment);
  if (language !== undefined && language === original) throw new ApiError('rest-original-language');
  if (language === undefined || !existing.includes(language)) throw new ApiError('rest-translation-not-found');
  return language;
}
