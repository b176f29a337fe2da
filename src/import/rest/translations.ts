// Translations of stored records, from a page that was requested in their language.

import { isTaxonomy, type RelatedKind, type Taxonomy } from '../../core/kinds.ts';
import type { Language } from '../../core/languages.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import type { Upsert } from '../../resources/upsert/service.ts';
import { stateKey } from '../merge-context.ts';
import { contextOf, type MergePlan } from '../merge-sources.ts';
import { type PagePrescan, readElements } from '../source/prescan.ts';
import type { ImportTask } from '../types.ts';
import { pageContextOf } from './keys.ts';
import { keyOfRecord } from './merge-records.ts';
import { isTranslated, readLanguage, readSlug, readTexts } from './texts.ts';
import { isRecord, plainOf, type RawRecord, textOf } from './values.ts';

export async function mergeTranslations(prescan: PagePrescan, language: Language, task: ImportTask, plan: MergePlan) {
  const page = pageContextOf(prescan, task);
  const scope = { language, upsert: contextOf(task, plan).upsert };
  for await (const { kind, value } of readElements(prescan.source, task.limits)) {
    await task.step();
    if (!isRecord(value) || !isTranslated(value, language)) continue;
    const { id, isNewerHere } = plan.state.records.get(stateKey(kind, keyOfRecord(value, kind, page))) ?? {};
    if (id === undefined || isNewerHere) continue;
    if (isTaxonomy(kind)) await mergeTerm(value, kind, id, scope);
    else await mergeRecord(value, kind, id, scope);
  }
}

interface Scope {
  language: Language;
  upsert: Upsert;
}

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
