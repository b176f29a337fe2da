// Texts in other languages: a Kalends lists one language at a time.
import { type Language, languages, parseLanguage } from '../../core/languages.ts';
import type { Downloaded } from '../fetch/download.ts';
import { isTranslated } from '../rest/texts.ts';
import { idOf, isRecord } from '../rest/values.ts';
import { kindOf, type Prescan, type Section, type Translated } from '../source/prescan.ts';
import type { SiteChange } from './changes.ts';

export interface Translation {
  language: Language;
  prescans: readonly Prescan[];
}

interface Fetching {
  isKalends: boolean;
  /** Lists with these records, perhaps with others, in a language. */
  fetch(records: readonly SiteChange[], language: string): Promise<Downloaded[]>;
  prescan(lists: readonly Downloaded[]): Promise<Prescan[]>;
}

/**
 * Fetches the records with several languages once more in each of them. Requested in a language that it lacks, a record shows
 * its original language: these pages, `originals`, have to be merged first.
 */
export async function fetchTranslations(
  prescans: readonly Prescan[],
  { isKalends, fetch, prescan }: Fetching,
): Promise<{ originals: Prescan[]; translations: Translation[] }> {
  const translated = isKalends ? prescans.flatMap((one) => one.translated) : [];
  const originals: Prescan[] = [];
  for (const [language, records] of byMissingLanguage(translated)) {
    const pages = await prescan(await fetch(recordsOf(records), language));
    originals.push(...pages.map((page) => ({ ...page, takes: isOneOf(records, page.section, language) })));
  }
  const found = new Set(translated.flatMap((one) => one.languages.flatMap((text) => parseLanguage(text) ?? [])));
  const translations: Translation[] = [];
  for (const language of found) {
    const records = recordsOf(translated.filter((one) => one.languages.includes(language)));
    translations.push({ language, prescans: await prescan(await fetch(records, language)) });
  }
  return { originals, translations };
}

/** Each record under a language that it lacks, with as few languages as possible. Records that lack none are omitted. */
function byMissingLanguage(translated: readonly Translated[]): Map<Language, Translated[]> {
  const missing = new Map<Language, Translated[]>();
  for (let left = translated; ; ) {
    const lacking = (language: Language) => left.filter((one) => !one.languages.includes(language));
    const [best, records] = languages
      .map((language) => [language, lacking(language)] as const)
      .reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (records.length === 0) return missing;
    missing.set(best, records);
    left = left.filter((one) => one.languages.includes(best));
  }
}

/** Lists contain more records than requested, some of them translated. */
function isOneOf(records: readonly Translated[], section: Section | undefined, language: Language) {
  const ids = new Set(records.filter((one) => one.section === section).map(({ id }) => id));
  return (raw: unknown): boolean => isRecord(raw) && ids.has(idOf(raw['id']) ?? 0) && !isTranslated(raw, language);
}

/** Each record once. */
function recordsOf(translated: readonly Translated[]): SiteChange[] {
  const records = translated.map(({ section, id }) => ({ kind: kindOf[section], id, isRemoved: false }));
  return [...new Map(records.map((record) => [`${record.kind} ${record.id}`, record])).values()];
}
