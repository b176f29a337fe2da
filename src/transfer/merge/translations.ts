// Texts of records that are here, in another language than their own, as a page in that language shows them.
import type { Language } from '../../core/languages.ts';
import { recordChanges } from '../../resources/records/change-log.ts';
import { saveTexts, type Texts, type TextsOf, textRows } from '../../resources/records/texts.ts';
import { searchable } from '../../resources/related/patch.ts';
import { updateTerm } from '../../resources/terms/repository.ts';
import type { RelatedKind, Taxonomy } from '../../store/schema.ts';
import type { ImportTask } from '../import.ts';
import { recordKey, siteOf } from '../pages/keys.ts';
import { relatedKey } from '../pages/linked.ts';
import { keyOfTerm } from '../pages/term.ts';
import { isTranslated, readHtml, readLanguage, readSlug, readWebsite } from '../pages/texts.ts';
import type { PageContext } from '../pages/types.ts';
import { isRecord, plainOf, type RawRecord, textOf } from '../pages/values.ts';
import { readPieces } from '../source/read-pieces.ts';
import { type Section, type Survey, sectionOf } from '../source/survey.ts';
import { memoryKey } from './context.ts';
import type { MergePlan } from './pages.ts';
import { relatedOf, termTextsOf } from './repository.ts';
import { createSlugBook, type SlugBook } from './slugs.ts';

/** One page that was asked for in a language. */
export async function mergeTranslations(survey: Survey, language: Language, task: ImportTask, plan: MergePlan) {
  const { source } = survey;
  const site = siteOf(survey.members['rest_url']) || source.site;
  const page: PageContext = { zones: task.zones, siteZone: task.siteZone, site };
  const scope = { language, task, slugs: createSlugBook(task.db) };
  for await (const piece of readPieces(source, task.limits)) {
    const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
    if (piece.kind !== 'element' || section === undefined || !isRecord(piece.value)) continue;
    await task.step();
    if (!isTranslated(piece.value, language)) continue;
    const key = memoryKey(kinds[section], keyOf(piece.value, section, page));
    const id = plan.memory.met.get(key);
    if (id === undefined || plan.memory.changedHere.has(key)) continue;
    const kind = kinds[section];
    const isChanged =
      kind === 'category' || kind === 'tag'
        ? await mergeTerm(piece.value, kind, id, scope)
        : await mergeRecord(piece.value, kind, id, scope);
    if (isChanged) await recordChanges(task.db, kind, [id], task.now);
  }
}

interface Scope {
  language: Language;
  task: ImportTask;
  slugs: SlugBook;
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

async function mergeRecord(raw: RawRecord, kind: 'event' | RelatedKind, id: number, scope: Scope): Promise<boolean> {
  const { language, slugs } = scope;
  const { db } = scope.task;
  const rows = await textRows(db, id);
  const original = rows.find((row) => row.is_original === 1);
  if (original === undefined || original.language === language) return false;
  const before = rows.find((row) => row.language === language);
  const ignore = () => undefined;
  const texts: Texts = {
    title: ownTitle(raw, plainOf(raw[kind === 'event' ? 'title' : kind], raw), original.title, language),
    description: unlessSame(readHtml(raw['description']), original.description),
    excerpt: unlessSame(readHtml(raw['excerpt']), original.excerpt),
    website: unlessSame(readWebsite(raw, ignore), original.website),
  };
  const sent = readSlug(raw['slug']);
  // Where it has none in the language, it shows the one of its own.
  const isAnothers = rows.some((row) => row !== before && row.slug === sent);
  const slug = sent === '' || isAnothers ? null : sent;
  const isSame =
    before &&
    slug === before.slug &&
    Object.entries(texts).every(([name, text]) => before[name as keyof Texts] === text);
  if (isSame || (!before && slug === null && Object.values(texts).every((text) => text === ''))) return false;
  const linked = kind === 'event' ? undefined : await relatedOf(db, kind, id);
  const of: TextsOf = { recordId: id, kind, original: original.language, searchable: linked && searchable(linked) };
  const isKept = slug === null || slug === before?.slug;
  await saveTexts(db, of, language, { ...texts, slug: isKept ? slug : await slugs.claim(kind, slug, id) });
  return true;
}

async function mergeTerm(raw: RawRecord, taxonomy: Taxonomy, id: number, scope: Scope): Promise<boolean> {
  const { language } = scope;
  const { db, now } = scope.task;
  const slug = readSlug(raw['slug']);
  const term = await termTextsOf(db, { id, taxonomy, slug });
  const original = term.texts.find((row) => row.is_original === 1);
  if (original === undefined || original.language === language) return false;
  const before = term.texts.find((row) => row.language === language);
  const texts = {
    name: ownTitle(raw, plainOf(raw['name'], raw), original.name, language),
    description: unlessSame(textOf(raw['description']), original.description),
    slug: slug === '' || slug === original.slug || term.isSlugTaken ? null : slug,
  };
  const isVoid = texts.name === '' && texts.description === '' && texts.slug === null;
  const isSame = before?.name === texts.name && before.description === texts.description && before.slug === texts.slug;
  if (isSame || (!before && isVoid)) return false;
  const { parent_id, external_id } = term;
  await updateTerm(db, { id, taxonomy }, { language, parent_id, external_id, now, texts });
  return true;
}

/** A text of its own may be equal to the original's; only of the title is that told. */
const ownTitle = (raw: RawRecord, title: string, original: string, language: Language): string =>
  readLanguage(raw) === language ? title : unlessSame(title, original);

const unlessSame = (text: string, original: string): string => (text === original ? '' : text);
