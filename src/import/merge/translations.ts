// Texts of records that are here, in another language than their own, as a page in that language shows them.
import type { Language } from '../../core/languages.ts';
import type { Upsert } from '../../resources/upsert/service.ts';
import type { RelatedKind, Taxonomy } from '../../store/schema.ts';
import type { ImportTask } from '../import.ts';
import { recordKey, siteOf } from '../rest/keys.ts';
import { relatedKey } from '../rest/linked.ts';
import { keyOfTerm } from '../rest/term.ts';
import { isTranslated, readHtml, readLanguage, readSlug, readWebsite } from '../rest/texts.ts';
import type { PageContext } from '../rest/types.ts';
import { isRecord, plainOf, type RawRecord, textOf } from '../rest/values.ts';
import { readPieces } from '../source/read-pieces.ts';
import { type Section, type Survey, sectionOf } from '../source/survey.ts';
import { memoryKey } from './context.ts';
import { contextOf, type MergePlan } from './pages.ts';

/** One page that was asked for in a language. */
export async function mergeTranslations(survey: Survey, language: Language, task: ImportTask, plan: MergePlan) {
  const { source } = survey;
  const site = siteOf(survey.members['rest_url']) || source.site;
  const page: PageContext = { zones: task.zones, siteZone: task.siteZone, site };
  const { upsert } = contextOf(task, plan);
  const scope = { language, upsert };
  for await (const piece of readPieces(source, task.limits)) {
    const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
    if (piece.kind !== 'element' || section === undefined || !isRecord(piece.value)) continue;
    await task.step();
    if (!isTranslated(piece.value, language)) continue;
    const key = memoryKey(kinds[section], keyOf(piece.value, section, page));
    const id = plan.memory.met.get(key);
    if (id === undefined || plan.memory.changedHere.has(key)) continue;
    const kind = kinds[section];
    if (kind === 'category' || kind === 'tag') await mergeTerm(piece.value, kind, id, scope);
    else await mergeRecord(piece.value, kind, id, scope);
  }
}

interface Scope {
  language: Language;
  upsert: Upsert;
}

const kinds = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

function keyOf(raw: RawRecord, section: Section, page: PageContext): string {
  const kind = kinds[section];
  if (kind === 'category' || kind === 'tag') return keyOfTerm(raw, kind, page);
  return kind === 'event' ? recordKey(raw, page.site, []) : relatedKey(raw, kind, page);
}

const mergeRecord = (raw: RawRecord, kind: 'event' | RelatedKind, id: number, { language, upsert }: Scope) =>
  upsert.translateRecord(kind, id, {
    language,
    texts: {
      title: plainOf(raw[kind === 'event' ? 'title' : kind], raw),
      description: readHtml(raw['description']),
      excerpt: readHtml(raw['excerpt']),
      website: readWebsite(raw, () => undefined),
    },
    slug: readSlug(raw['slug']),
    hasOwnTitle: readLanguage(raw) === language,
  });

const mergeTerm = (raw: RawRecord, taxonomy: Taxonomy, id: number, { language, upsert }: Scope) =>
  upsert.translateTerm(taxonomy, id, {
    language,
    name: plainOf(raw['name'], raw),
    description: textOf(raw['description']),
    slug: readSlug(raw['slug']),
    hasOwnName: readLanguage(raw) === language,
  });
