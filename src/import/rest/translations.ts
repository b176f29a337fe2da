// Translations of stored records, from a page that was requested in their language.

import { isTaxonomy, type RelatedKind, type Taxonomy } from '../../core/kinds.ts';
import type { Language } from '../../core/languages.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import type { Upsert } from '../../resources/upsert/service.ts';
import { stateKey } from '../merge-context.ts';
import { contextOf, type MergePlan } from '../merge-sources.ts';
import { kindOf, type Prescan, type SectionKind, sectionOf } from '../source/prescan.ts';
import { readPieces } from '../source/read-pieces.ts';
import type { ImportTask } from '../types.ts';
import { recordKey, siteOf } from './keys.ts';
import { keyOfRecord } from './merge-records.ts';
import { isTranslated, readLanguage, readSlug, readTexts } from './texts.ts';
import type { PageContext } from './types.ts';
import { isRecord, plainOf, type RawRecord, textOf } from './values.ts';

export async function mergeTranslations(prescan: Prescan, language: Language, task: ImportTask, plan: MergePlan) {
  const { source } = prescan;
  const site = siteOf(prescan.members['rest_url']) || source.site;
  const page: PageContext = { zones: task.zones, siteZone: task.siteZone, site };
  const { upsert } = contextOf(task, plan);
  const scope = { language, upsert };
  for await (const piece of readPieces(source, task.limits)) {
    const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
    if (piece.kind !== 'element' || section === undefined || !isRecord(piece.value)) continue;
    await task.step();
    if (!isTranslated(piece.value, language)) continue;
    const kind = kindOf[section];
    const { id, isNewerHere } = plan.state.records.get(stateKey(kind, keyOf(piece.value, kind, page))) ?? {};
    if (id === undefined || isNewerHere) continue;
    if (isTaxonomy(kind)) await mergeTerm(piece.value, kind, id, scope);
    else await mergeRecord(piece.value, kind, id, scope);
  }
}

interface Scope {
  language: Language;
  upsert: Upsert;
}

const keyOf = (raw: RawRecord, kind: SectionKind, page: PageContext): string =>
  kind === 'event' ? recordKey(raw, page.site, []) : keyOfRecord(raw, kind, page);

const mergeRecord = (raw: RawRecord, kind: 'event' | RelatedKind, id: number, { language, upsert }: Scope) =>
  upsert.translateRecord(kind, id, {
    language,
    texts: {
      ...readTexts(raw, plainOf(raw[kind === 'event' ? 'title' : kind], raw), () => undefined),
      event_status_reason: toPlainText(textOf(raw['event_status_reason'])),
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
