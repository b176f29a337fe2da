// Decides whether an imported record changes the stored one, and what all kinds of records have in common when they are written.
import type { RecordKind, StoredStatus } from '../../core/kinds.ts';
import { restoredSlug, slugify, trashedSlug } from '../../core/text/slug.ts';
import type { PublicationColumns } from '../../store/schema.ts';
import { renameSlugs } from '../records/slugs.ts';
import type { StatedTexts } from '../records/texts/texts.ts';
import { isSlugOf } from './slugs.ts';
import type { Decision, ImportRecord, Outcome, Publication, UpsertContext } from './types.ts';

/** A stored record with the slug of its original texts. */
type Stored = PublicationColumns & { slug: string };

/** What becomes of an imported record that is stored. */
export function compare(record: ImportRecord & { isMasked?: boolean }, stored: Stored, differs: boolean): Outcome {
  const isPartial = record.isMasked === true || isOwnReply(record, stored);
  return {
    id: stored.id,
    decision: isPartial ? 'unchanged' : decide(record, stored, differs),
    isPartial,
    isNewerHere: isNewerHere(record, stored),
    isOtherLanguage: !isSameLanguage(record, stored),
  };
}

export const withoutStored = { isNewerHere: false, isOtherLanguage: false, isPartial: false };

/**
 * The later change wins: imports store the source's modification time and local writes their own, so later local changes are
 * preserved. Without a modification time the publication time counts, so changes are applied until the first local one.
 */
function decide(source: Publication, stored: Stored, differs: boolean): Decision {
  if (isNewerHere(source, stored)) return differs ? 'kept' : 'unchanged';
  const isLater = changeTime(source, stored) > stored.modified_at && !source.isStampedOnExport;
  return differs || isLater ? 'updated' : 'unchanged';
}

const changeTime = (source: Publication, stored: Stored): number =>
  source.modifiedAt ?? source.publishedAt ?? stored.published_at;

const isNewerHere = (source: Publication, stored: Stored): boolean => changeTime(source, stored) < stored.modified_at;

/**
 * Whether the source is a reply of this calendar itself. It is incomplete: in one language, with a formatted cost, and
 * without what its reader may not see.
 */
const isOwnReply = ({ key, modifiedAt, isStampedOnExport = false }: ImportRecord, stored: Stored): boolean =>
  stored.external_id !== key && !isStampedOnExport && modifiedAt === stored.modified_at;

/**
 * The slug to claim: that of the source or one derived from the title, suffixed if the record is in the trash. A record that
 * leaves it loses the suffix; one that was published with it elsewhere keeps it, as its URL.
 */
export function requestedSlug(
  { slug, texts, status }: Pick<ImportRecord, 'slug' | 'texts' | 'status'>,
  before?: StoredStatus,
): string {
  const base = slug || slugify(texts.title);
  if (status === 'trash') return trashedSlug(restoredSlug(base));
  return before === 'trash' ? restoredSlug(base) : base;
}

/** The columns that all new records have, their language and the slug of their texts. */
export async function newRecord(
  { now, authorOf, slugs, language: defaultLanguage }: UpsertContext,
  kind: RecordKind,
  record: ImportRecord,
  id: number,
) {
  const { language = defaultLanguage, key, status, publishedAt, modifiedAt } = record;
  const slug = await slugs.claim(kind, requestedSlug(record), id);
  const row = {
    id,
    author_id: authorOf(record.author),
    language,
    external_id: key,
    image_id: null,
    status,
    // The earlier status is unknown; with `publish` no author loses rights to the record.
    trashed_from: status === 'trash' ? ('publish' as const) : null,
    published_at: publishedAt ?? now,
    modified_at: modifiedAt ?? publishedAt ?? now,
  };
  return { row, language, slug };
}

/** The stored record as the source has it, to be written next. Texts in another language are not changed. */
export async function changedRecord<Row extends Stored, Columns extends object>(
  { db, slugs }: UpsertContext,
  kind: RecordKind,
  record: ImportRecord & { columns: Columns },
  stored: Row,
) {
  const { status, publishedAt, modifiedAt } = record;
  const publication = {
    status,
    trashed_from: trashedFrom(status, stored),
    published_at: publishedAt ?? stored.published_at,
    modified_at: modifiedAt ?? publishedAt ?? stored.published_at,
  };
  const texts = isSameLanguage(record, stored)
    ? { ...record.texts, slug: await slugs.keepOrClaim(kind, stored, requestedSlug(record, stored.status)) }
    : {};
  // In all languages, as when it is moved here.
  if ((status === 'trash') !== (stored.status === 'trash'))
    await renameSlugs(db, kind, stored.id, status === 'trash' ? 'trash' : 'public');
  return { row: { ...stored, ...publication, ...record.columns }, language: stored.language, texts };
}

function trashedFrom(status: StoredStatus, before: Stored): StoredStatus | null {
  if (status !== 'trash') return null;
  return before.status === 'trash' ? before.trashed_from : before.status;
}

/** Whether the source's publication, columns or texts differ from the stored ones. */
export const recordDiffers = <Columns extends object>(
  record: ImportRecord & { columns: Columns },
  stored: Stored & Columns & StatedTexts,
): boolean =>
  record.status !== stored.status ||
  (record.publishedAt !== undefined && record.publishedAt !== stored.published_at) ||
  columnsDiffer<object>(record.columns, stored) ||
  (isSameLanguage(record, stored) &&
    (columnsDiffer<StatedTexts>(record.texts, stored) || !isSlugOf(stored.slug, requestedSlug(record, stored.status))));

const columnsDiffer = <T extends object>(source: T, stored: T): boolean =>
  (Object.keys(source) as (keyof T)[]).some((column) => source[column] !== stored[column]);

/** Whether the source's language is that of the stored texts, or unknown. */
export const isSameLanguage = (source: { language: string | undefined }, stored: { language: string }): boolean =>
  source.language === undefined || source.language === stored.language;
