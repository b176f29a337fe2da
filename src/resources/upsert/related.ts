// Creates and updates venues and organizers for imports.
import { hasSlug } from '../records/slugs.ts';
import { insertRelated, updateRelated } from '../related/save.ts';
import { emptyRelatedColumns } from '../related/table.ts';
import type { RelatedRecord } from '../related/types.ts';
import {
  changedPublication,
  columnsDiffer,
  compare,
  isSameLanguage,
  newPublication,
  publicationDiffers,
  withoutStored,
} from './decision.ts';
import { relatedByKey, relatedOf } from './repository.ts';
import { isSlugOf, requestedSlug } from './slugs.ts';
import type { ImportRelated, RelatedOutcome, UpsertContext } from './types.ts';

/** Creates or updates a venue or organizer. */
export async function upsertRelated(context: UpsertContext, record: ImportRelated): Promise<RelatedOutcome> {
  const { db } = context;
  const stored = (await relatedByKey(db, record.kind, record.key)) ?? (await findOwnRecord(context, record));
  if (stored === undefined) return { ...withoutStored, id: await create(context, record), decision: 'created' };
  const outcome = compare(record, stored, differs(record, stored));
  if (outcome.decision === 'updated') await update(context, record, stored);
  return { ...outcome, stored };
}

/** The stored record with the same id if the source is this calendar itself. */
async function findOwnRecord(
  { db }: UpsertContext,
  { kind, id, slug, publishedAt, externalId }: ImportRelated,
): Promise<RelatedRecord | undefined> {
  const record = id === undefined ? undefined : await relatedOf(db, kind, id);
  if (record === undefined || record.published_at !== publishedAt) return undefined;
  if (record.external_id !== (externalId ?? null)) return undefined;
  return (await hasSlug(db, kind, record.id, slug)) ? record : undefined;
}

async function create(
  { db, now, by, authorOf, ids, slugs, language: defaultLanguage }: UpsertContext,
  record: ImportRelated,
): Promise<number> {
  const { kind, language = defaultLanguage, texts, columns, key } = record;
  const [id] = (await ids.take(kind, [record.id])) as [number];
  const slug = await slugs.claim(kind, requestedSlug(record), id);
  const row = {
    id,
    ...newPublication(record, now),
    author_id: authorOf(record.author),
    language,
    external_id: key,
    kind,
    image_id: null,
    ...emptyRelatedColumns,
    ...columns,
  };
  await insertRelated(db, [{ row, texts: [{ language, ...texts, slug }] }], by);
  return id;
}

const textsOf = ({ name, description, excerpt, website }: RelatedRecord) => ({
  title: name,
  description,
  excerpt,
  website,
});

const differs = (record: ImportRelated, stored: RelatedRecord): boolean =>
  publicationDiffers(record, stored) ||
  columnsDiffer(record.columns, stored) ||
  (isSameLanguage(record, stored) && textsDiffer(record, stored));

const textsDiffer = (record: ImportRelated, stored: RelatedRecord): boolean =>
  columnsDiffer(record.texts, textsOf(stored)) || !isSlugOf(stored.slug, requestedSlug(record));

async function update({ db, slugs, by }: UpsertContext, record: ImportRelated, stored: RelatedRecord): Promise<void> {
  const row = { ...stored, ...changedPublication(record, stored), ...record.columns };
  const texts = isSameLanguage(record, stored)
    ? { ...record.texts, slug: await slugs.keepOrClaim(stored.kind, stored, requestedSlug(record)) }
    : {};
  await updateRelated(db, stored, { row, language: stored.language, texts }, by);
}
