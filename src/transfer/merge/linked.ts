// Venues and organizers of a source become records here.

import { searchable } from '../../resources/linked/patch.ts';
import { updateLinked } from '../../resources/linked/repository.ts';
import { type LinkedRecord, linkedKinds } from '../../resources/linked/types.ts';
import { insertLinkedRecords } from '../../resources/records/bulk.ts';
import { recordChanges } from '../../resources/records/change-log.ts';
import { hasSlug } from '../../resources/records/slugs.ts';
import { saveTexts } from '../../resources/records/texts.ts';
import type { LinkedKind, LinkedRecordsTable } from '../../store/schema.ts';
import { linkedKey, readLinked } from '../pages/linked.ts';
import { labelOf } from '../pages/texts.ts';
import { type PageContext, type SourceLinked, Unusable } from '../pages/types.ts';
import { idOf, isBare, plainOf, type RawRecord } from '../pages/values.ts';
import { createNotes, type MergeContext, memoryKey } from './context.ts';
import { linkedByKey, linkedOf } from './repository.ts';
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

export interface LinkedMerger {
  /** The id of the record here; undefined for what cannot be taken over. */
  resolve(raw: RawRecord, kind: LinkedKind, page: PageContext, source: string): Promise<number | undefined>;
}

export function createLinkedMerger(context: MergeContext): LinkedMerger {
  const { db, reporter, memory } = context;
  const resolved = memory.met;

  async function merge(
    raw: RawRecord,
    kind: LinkedKind,
    page: PageContext,
    source: string,
  ): Promise<number | undefined> {
    const { plural } = linkedKinds[kind];
    const subject = { source, record: labelOf(kind, idOf(raw['id']), plainOf(raw[kind], raw)) };
    try {
      const notes = createNotes(reporter, subject);
      const wanted = readLinked(raw, kind, page, notes.add);
      const stored = (await linkedByKey(db, kind, wanted.key)) ?? (await ownRecord(context, wanted));
      if (stored === undefined) {
        reporter.count(plural, 'created');
        notes.tell();
        return createLinkedRecord(context, wanted);
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
      const key = linkedKey(raw, kind, page);
      const memo = memoryKey(kind, key);
      if (!resolved.has(memo)) {
        resolved.set(memo, isBare(raw) ? (await linkedByKey(db, kind, key))?.id : await merge(raw, kind, page, source));
      }
      return resolved.get(memo);
    },
  };
}

/** A page of this very calendar shows records by their ids. */
async function ownRecord(
  { db }: MergeContext,
  { kind, id, slug, publishedAt, externalId }: SourceLinked,
): Promise<LinkedRecord | undefined> {
  const record = id === undefined ? undefined : await linkedOf(db, kind, id);
  if (record === undefined || record.published_at !== publishedAt) return undefined;
  if (record.external_id !== (externalId ?? null)) return undefined;
  return (await hasSlug(db, kind, record.id, slug)) ? record : undefined;
}

export async function createLinkedRecord(
  { db, now, authorOf, ids, slugs, language: usual }: MergeContext,
  wanted: SourceLinked,
): Promise<number> {
  const { kind, language = usual, texts, columns, key } = wanted;
  const id = (await ids.take(kind, [wanted.id]))[0] as number;
  const slug = await slugs.claim(kind, wantedSlug(wanted), id);
  const row: LinkedRecordsTable = {
    id,
    ...newPublication(wanted, now),
    author_id: authorOf(wanted.author),
    language,
    external_id: key,
    kind,
    image_id: null,
    ...columns,
  };
  await insertLinkedRecords(db, [{ row, texts: [{ language, ...texts, slug }] }], now);
  return id;
}

const textsOf = ({ name, description, excerpt, website }: LinkedRecord) => ({
  title: name,
  description,
  excerpt,
  website,
});

const differs = (source: SourceLinked, stored: LinkedRecord): boolean =>
  publicationDiffers(source, stored) ||
  columnsDiffer(source.columns, stored) ||
  (isSameLanguage(source, stored) && textsDiffer(source, stored));

const textsDiffer = (source: SourceLinked, stored: LinkedRecord): boolean =>
  columnsDiffer(source.texts, textsOf(stored)) || !isSlugOf(stored.slug, wantedSlug(source));

async function update({ db, slugs }: MergeContext, source: SourceLinked, stored: LinkedRecord): Promise<void> {
  const { id, kind, language } = stored;
  const wanted = wantedSlug(source);
  const slug = isSlugOf(stored.slug, wanted) ? stored.slug : await slugs.claim(kind, wanted, id);
  const changes = { ...changedPublication(source, stored), ...source.columns };
  await updateLinked(db, id, changes);
  const texts = { recordId: id, kind, original: language, searchable: searchable({ ...stored, ...changes }) };
  await saveTexts(db, texts, language, isSameLanguage(source, stored) ? { ...source.texts, slug } : {});
}
