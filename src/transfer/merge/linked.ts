// Venues and organizers of a source become records here.

import { insertRelatedRecords } from '../../resources/records/bulk.ts';
import { recordChanges } from '../../resources/records/change-log.ts';
import { hasSlug } from '../../resources/records/slugs.ts';
import { saveTexts } from '../../resources/records/texts.ts';
import { searchable } from '../../resources/related/patch.ts';
import { updateRelated } from '../../resources/related/repository.ts';
import { type RelatedRecord, relatedKinds } from '../../resources/related/types.ts';
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import { readRelated, relatedKey } from '../pages/linked.ts';
import { labelOf } from '../pages/texts.ts';
import { type PageContext, type SourceRelated, Unusable } from '../pages/types.ts';
import { idOf, isBare, plainOf, type RawRecord } from '../pages/values.ts';
import { createNotes, type MergeContext, memoryKey } from './context.ts';
import { relatedByKey, relatedOf } from './repository.ts';
import { isSlugOf, wantedSlug } from './slugs.ts';
import {
  changedPublication,
  columnsDiffer,
  isAsShown,
  isNewerHere,
  isSameLanguage,
  judge,
  keptReason,
  newPublication,
  otherLanguage,
  publicationDiffers,
} from './verdict.ts';

export interface RelatedMerger {
  /** The id of the record here; undefined for what cannot be taken over. */
  resolve(raw: RawRecord, kind: RelatedKind, page: PageContext, source: string): Promise<number | undefined>;
}

export function createRelatedMerger(context: MergeContext): RelatedMerger {
  const { db, reporter, memory } = context;
  const resolved = memory.met;

  async function merge(
    raw: RawRecord,
    kind: RelatedKind,
    page: PageContext,
    source: string,
  ): Promise<number | undefined> {
    const { plural } = relatedKinds[kind];
    const subject = { source, record: labelOf(kind, idOf(raw['id']), plainOf(raw[kind], raw)) };
    try {
      const notes = createNotes(reporter, subject);
      const wanted = readRelated(raw, kind, page, notes.add);
      const stored = (await relatedByKey(db, kind, wanted.key)) ?? (await ownRecord(context, wanted));
      if (stored === undefined) {
        reporter.count(plural, 'created');
        notes.tell();
        return createRelatedRecord(context, wanted);
      }
      if (!isSameLanguage(wanted, stored)) notes.add(otherLanguage, wanted.language);
      if (isNewerHere(wanted, stored)) memory.changedHere.add(memoryKey(kind, wanted.key));
      const verdict = isAsShown(wanted, stored) ? 'unchanged' : judge(wanted, stored, differs(wanted, stored));
      if (verdict === 'updated') {
        notes.tell();
        await update(context, wanted, stored);
        await recordChanges(db, kind, [stored.id], context.now);
      }
      if (verdict === 'kept') reporter.skip(plural, subject, keptReason);
      else reporter.count(plural, verdict);
      return stored.id;
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      reporter.skip(plural, subject, error.message, error.detail);
      return undefined;
    }
  }

  return {
    async resolve(raw, kind, page, source) {
      const key = relatedKey(raw, kind, page);
      const memo = memoryKey(kind, key);
      if (!resolved.has(memo)) {
        resolved.set(
          memo,
          isBare(raw) ? (await relatedByKey(db, kind, key))?.id : await merge(raw, kind, page, source),
        );
      }
      return resolved.get(memo);
    },
  };
}

/** A page of this very calendar shows records by their ids. */
async function ownRecord(
  { db }: MergeContext,
  { kind, id, slug, publishedAt, externalId }: SourceRelated,
): Promise<RelatedRecord | undefined> {
  const record = id === undefined ? undefined : await relatedOf(db, kind, id);
  if (record === undefined || record.published_at !== publishedAt) return undefined;
  if (record.external_id !== (externalId ?? null)) return undefined;
  return (await hasSlug(db, kind, record.id, slug)) ? record : undefined;
}

export async function createRelatedRecord(
  { db, now, authorOf, ids, slugs, language: usual }: MergeContext,
  wanted: SourceRelated,
): Promise<number> {
  const { kind, language = usual, texts, columns, key } = wanted;
  const id = (await ids.take(kind, [wanted.id]))[0] as number;
  const slug = await slugs.claim(kind, wantedSlug(wanted), id);
  const row: RelatedRecordsTable = {
    id,
    ...newPublication(wanted, now),
    author_id: authorOf(wanted.author),
    language,
    external_id: key,
    kind,
    image_id: null,
    ...columns,
  };
  await insertRelatedRecords(db, [{ row, texts: [{ language, ...texts, slug }] }], now);
  return id;
}

const textsOf = ({ name, description, excerpt, website }: RelatedRecord) => ({
  title: name,
  description,
  excerpt,
  website,
});

const differs = (source: SourceRelated, stored: RelatedRecord): boolean =>
  publicationDiffers(source, stored) ||
  columnsDiffer(source.columns, stored) ||
  (isSameLanguage(source, stored) && textsDiffer(source, stored));

const textsDiffer = (source: SourceRelated, stored: RelatedRecord): boolean =>
  columnsDiffer(source.texts, textsOf(stored)) || !isSlugOf(stored.slug, wantedSlug(source));

async function update({ db, slugs }: MergeContext, source: SourceRelated, stored: RelatedRecord): Promise<void> {
  const { id, kind, language } = stored;
  const wanted = wantedSlug(source);
  const slug = isSlugOf(stored.slug, wanted) ? stored.slug : await slugs.claim(kind, wanted, id);
  const changes = { ...changedPublication(source, stored), ...source.columns };
  await updateRelated(db, id, changes);
  const texts = { recordId: id, kind, original: language, searchable: searchable({ ...stored, ...changes }) };
  await saveTexts(db, texts, language, isSameLanguage(source, stored) ? { ...source.texts, slug } : {});
}
