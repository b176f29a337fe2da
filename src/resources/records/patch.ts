// Applies a write to the columns that events, venues and organizers share.
import type { Caller } from '../../core/roles.ts';
import type { PublicationColumns } from '../../store/schema.ts';
import type { Scope } from './scope.ts';
import { type Status, statusToStore } from './status.ts';

interface PublicationValues {
  status?: Status;
  author?: number;
  publishedAt?: number;
  external_id?: string | null;
}

/** The publication columns of a new record, and its image. */
export const newPublication = ({ caller, now, language }: Scope) => ({
  status: statusToStore(caller, undefined),
  trashed_from: null,
  author_id: caller.userId,
  published_at: now,
  modified_at: now,
  language,
  external_id: null,
  image_id: null,
});

/** The publication columns after a write; fields that were not sent keep their value (D20). */
export function patchPublication(
  before: PublicationColumns,
  { status, author, publishedAt, external_id }: PublicationValues,
  { caller, now }: { caller: Caller; now: number },
): Omit<PublicationColumns, 'id' | 'language'> {
  const stored = status === undefined ? before.status : statusToStore(caller, status);
  const entersTrash = stored === 'trash' && before.status !== 'trash';
  return {
    status: stored,
    trashed_from: entersTrash ? before.status : stored === 'trash' ? before.trashed_from : null,
    author_id: author ?? before.author_id,
    published_at: publishedAt ?? before.published_at,
    modified_at: now,
    external_id: external_id === undefined ? before.external_id : external_id,
  };
}
