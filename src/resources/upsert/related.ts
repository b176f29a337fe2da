// Creates and updates venues and organizers for imports.
import { hasSlug } from '../records/slugs.ts';
import { insertRelated, updateRelated } from '../related/save.ts';
import { emptyRelatedColumns } from '../related/table.ts';
import type { RelatedRecord } from '../related/types.ts';
import { changedRecord, compare, newRecord, recordDiffers, withoutStored } from './decision.ts';
import { relatedByKey, relatedOf } from './repository.ts';
import type { ImportRelated, RelatedOutcome, UpsertContext } from './types.ts';

/** Creates or updates a venue or organizer. */
export async function upsertRelated(context: UpsertContext, record: ImportRelated): Promise<RelatedOutcome> {
  const { db } = context;
  const stored = (await relatedByKey(db, record.kind, record.key)) ?? (await findOwnRecord(context, record));
  if (stored === undefined) return { ...withoutStored, id: await create(context, record), decision: 'created' };
  const outcome = compare(record, stored, recordDiffers(record, stored, { ...stored, title: stored.name }));
  if (outcome.decision === 'updated')
    await updateRelated(db, stored, await changedRecord(context, record.kind, record, stored), context.by);
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

async function create(context: UpsertContext, record: ImportRelated): Promise<number> {
  const { kind, texts, columns } = record;
  const [id] = (await context.ids.take(kind, [record.id])) as [number];
  const { row, language, slug } = await newRecord(context, kind, record, id);
  const related = { ...row, kind, ...emptyRelatedColumns, ...columns };
  await insertRelated(context.db, [{ row: related, texts: [{ language, ...texts, slug }] }], context.by);
  return id;
}
