import type { StoredStatus } from '../../store/schema.ts';
import type { Publication } from '../pages/types.ts';

/** Publication columns of a record that is here already. */
interface Stored {
  status: StoredStatus;
  trashed_from: StoredStatus | null;
  published_at: number;
  modified_at: number;
}

export type Verdict = 'updated' | 'unchanged' | 'kept';

/**
 * The later change wins. An import stores the source's time of change, and every change made here stores its
 * own, so that a later one here is seen and kept. A source that tells no time of change counts as changed when
 * it was published: it brings its changes until somebody changes the record here.
 */
export function judge(source: Publication, stored: Stored, differs: boolean): Verdict {
  const changedAt = changeTime(source, stored);
  if (changedAt < stored.modified_at) return differs ? 'kept' : 'unchanged';
  return differs || (changedAt > stored.modified_at && !source.isStampedAnew) ? 'updated' : 'unchanged';
}

/**
 * A page of this very calendar shows the record as it is here, to somebody: in one language, with the cost written out, without
 * what that reader may not see.
 */
export const isAsShown = (
  { key, modifiedAt, isStampedAnew = false }: Publication & { key: string },
  stored: Stored & { external_id: string | null },
): boolean => stored.external_id !== key && !isStampedAnew && modifiedAt === stored.modified_at;

const changeTime = (source: Publication, stored: Stored): number =>
  source.modifiedAt ?? source.publishedAt ?? stored.published_at;

/** Changed here since, be it in what the source does not tell, such as a password or a translation. */
export const isNewerHere = (source: Publication, stored: Stored): boolean =>
  changeTime(source, stored) < stored.modified_at;

export const keptReason = 'was changed here after its last change at the source; left as it is';

export const newPublication = ({ status, publishedAt, modifiedAt }: Publication, now: number): Stored => ({
  status,
  // Which status it had is not told; of a published one nobody loses rights over it.
  trashed_from: status === 'trash' ? 'publish' : null,
  published_at: publishedAt ?? now,
  modified_at: modifiedAt ?? publishedAt ?? now,
});

export const changedPublication = ({ status, publishedAt, modifiedAt }: Publication, before: Stored): Stored => ({
  status,
  trashed_from: status !== 'trash' ? null : before.status === 'trash' ? before.trashed_from : before.status,
  published_at: publishedAt ?? before.published_at,
  modified_at: modifiedAt ?? publishedAt ?? before.published_at,
});

/** Whether the source says anything else than what is stored. */
export const publicationDiffers = ({ status, publishedAt }: Publication, stored: Stored): boolean =>
  status !== stored.status || (publishedAt !== undefined && publishedAt !== stored.published_at);

export const columnsDiffer = <T extends object>(source: T, stored: T): boolean =>
  (Object.keys(source) as (keyof T)[]).some((column) => source[column] !== stored[column]);

export const otherLanguage = 'is in another language than here; its texts were left as they are';

/** Whether the source's texts are in the language of those stored, as far as it tells. */
export const isSameLanguage = (source: { language: string | undefined }, stored: { language: string }): boolean =>
  source.language === undefined || source.language === stored.language;

export const listsDiffer = (a: readonly number[], b: readonly number[]): boolean =>
  a.length !== b.length || a.some((value, at) => value !== b[at]);
