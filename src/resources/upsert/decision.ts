// Decides whether an imported record changes the stored one.
import type { StoredStatus } from '../../core/kinds.ts';
import type { PublicationColumns } from '../../store/schema.ts';
import type { Decision, ImportRecord, Outcome, Publication } from './types.ts';

type Stored = Pick<PublicationColumns, 'status' | 'trashed_from' | 'published_at' | 'modified_at'>;

/** What becomes of an imported record that is stored. */
export function compare<Row extends Stored & { id: number; external_id: string | null; language: string }>(
  record: ImportRecord & { isMasked?: boolean },
  stored: Row,
  differs: boolean,
): Omit<Outcome<never>, 'stored'> {
  const isPartial = record.isMasked === true || isOwnReply(record, stored);
  return {
    id: stored.id,
    decision: isPartial ? 'unchanged' : decide(record, stored, differs),
    isPartial,
    isNewerHere: isNewerHere(record, stored),
    isOtherLanguage: !isSameLanguage(record, stored),
  };
}

/** The outcome of a record that was not stored. */
export const withoutStored = { stored: undefined, isNewerHere: false, isOtherLanguage: false, isPartial: false };

/**
 * The later change wins: imports store the source's modification time and local writes their own, so later local changes are
 * preserved. Without a modification time the publication time counts, so changes are applied until the first local one.
 */
function decide(source: Publication, stored: Stored, differs: boolean): Decision {
  if (isNewerHere(source, stored)) return differs ? 'kept' : 'unchanged';
  const isLater = changeTime(source, stored) > stored.modified_at && !source.isStampedAnew;
  return differs || isLater ? 'updated' : 'unchanged';
}

const changeTime = (source: Publication, stored: Stored): number =>
  source.modifiedAt ?? source.publishedAt ?? stored.published_at;

const isNewerHere = (source: Publication, stored: Stored): boolean => changeTime(source, stored) < stored.modified_at;

/**
 * Whether the source is a reply of this calendar itself. It is incomplete: in one language, with a formatted cost, and
 * without what its reader may not see.
 */
const isOwnReply = (
  { key, modifiedAt, isStampedAnew = false }: ImportRecord,
  stored: Stored & { external_id: string | null },
): boolean => stored.external_id !== key && !isStampedAnew && modifiedAt === stored.modified_at;

export const newPublication = ({ status, publishedAt, modifiedAt }: Publication, now: number): Stored => ({
  status,
  // The earlier status is unknown; with `publish` no author loses rights to the record.
  trashed_from: status === 'trash' ? 'publish' : null,
  published_at: publishedAt ?? now,
  modified_at: modifiedAt ?? publishedAt ?? now,
});

export const changedPublication = ({ status, publishedAt, modifiedAt }: Publication, before: Stored): Stored => ({
  status,
  trashed_from: trashedFrom(status, before),
  published_at: publishedAt ?? before.published_at,
  modified_at: modifiedAt ?? publishedAt ?? before.published_at,
});

function trashedFrom(status: StoredStatus, before: Stored): StoredStatus | null {
  if (status !== 'trash') return null;
  return before.status === 'trash' ? before.trashed_from : before.status;
}

/** Whether the source's status or publication time differs from the stored one. */
export const publicationDiffers = ({ status, publishedAt }: Publication, stored: Stored): boolean =>
  status !== stored.status || (publishedAt !== undefined && publishedAt !== stored.published_at);

export const columnsDiffer = <T extends object>(source: T, stored: T): boolean =>
  (Object.keys(source) as (keyof T)[]).some((column) => source[column] !== stored[column]);

/** Whether the source's language is that of the stored texts, or unknown. */
export const isSameLanguage = (source: { language: string | undefined }, stored: { language: string }): boolean =>
  source.language === undefined || source.language === stored.language;

export const listsDiffer = (a: readonly number[], b: readonly number[]): boolean =>
  a.length !== b.length || a.some((value, at) => value !== b[at]);
