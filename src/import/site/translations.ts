// Texts in other languages: a Kalends site lists one language at a time.
import { isTaxonomy } from '../../core/kinds.ts';
import { type Language, languages, parseLanguage } from '../../core/languages.ts';
import { downloadLists } from '../fetch/download.ts';
import { type MergeContext, stateKey } from '../merge/context.ts';
import { keyOfRecord } from '../rest/merge-records.ts';
import { pageContextOf } from '../rest/page-context.ts';
import { readDescription } from '../rest/term.ts';
import { isTranslated, nameOf, readLanguage, readSlug, readTexts } from '../rest/texts.ts';
import { type PagePrescan, readElements } from '../source/prescan.ts';
import { idOf, isRecord } from '../values.ts';
import type { SiteChange } from './changes.ts';
import { inLanguage, siteLists } from './lists.ts';
import type { ApiRun } from './run.ts';
import type { Translated } from './scan.ts';

export interface Translation {
  language: Language;
  prescans: readonly PagePrescan[];
}

/**
 * Fetches the records with several languages once more in each of them. Requested in a language that it lacks, a record shows
 * its original language: these pages, `originals`, have to be merged first.
 */
export async function fetchTranslations(
  run: ApiRun,
): Promise<{ originals: PagePrescan[]; translations: Translation[] }> {
  const translated = run.site.isKalends ? [...run.scan.translated] : [];
  // Lists with these records, perhaps with others.
  const fetch = async (records: readonly Translated[], language: Language) => {
    const lists = siteLists(run, changesOf(records)).map((list) => inLanguage(list, language));
    return run.scan.add(await downloadLists(lists, run.get));
  };
  const originals: PagePrescan[] = [];
  let left = translated;
  for (const language of languages) {
    const records = left.filter((one) => !one.languages.includes(language));
    left = left.filter((one) => one.languages.includes(language));
    const pages = records.length === 0 ? [] : await fetch(records, language);
    originals.push(...pages.map((page) => ({ ...page, takes: isOneOf(records, page, language) })));
  }
  const found = new Set(translated.flatMap((one) => one.languages.flatMap((text) => parseLanguage(text) ?? [])));
  const translations: Translation[] = [];
  for (const language of found) {
    const records = translated.filter((one) => one.languages.includes(language));
    translations.push({ language, prescans: await fetch(records, language) });
  }
  return { originals, translations };
}

/** Lists contain more records than requested, some of them translated. */
function isOneOf(records: readonly Translated[], page: PagePrescan, language: Language) {
  const ids = new Set(records.filter((one) => one.kind === page.kind).map(({ id }) => id));
  return (raw: unknown): boolean => isRecord(raw) && ids.has(idOf(raw['id']) ?? 0) && !isTranslated(raw, language);
}

const changesOf = (records: readonly Translated[]): SiteChange[] =>
  records.map(({ kind, id }) => ({ kind, id, isRemoved: false }));

/** Texts of stored records, from a page that was requested in their language. */
export async function mergeTranslations(
  prescan: PagePrescan,
  language: Language,
  context: MergeContext,
): Promise<void> {
  const { upsert } = context;
  const page = pageContextOf(prescan, context);
  for await (const { kind, value } of readElements(prescan.source, context.limits)) {
    await context.step();
    if (!isRecord(value) || !isTranslated(value, language)) continue;
    const { id, isNewerHere } = context.state.records.get(stateKey(kind, keyOfRecord(value, kind, page))) ?? {};
    if (id === undefined || isNewerHere) continue;
    const isOwn = readLanguage(value) === language;
    const slug = readSlug(value['slug']);
    const name = nameOf(value, kind);
    if (isTaxonomy(kind)) {
      const texts = { name, description: readDescription(value) };
      await upsert.translateTerm(kind, id, { language, texts, slug, own: isOwn ? 'name' : undefined });
    } else {
      const texts = readTexts(value, name, () => undefined);
      await upsert.translateRecord(kind, id, { language, texts, slug, own: isOwn ? 'title' : undefined });
    }
  }
}
