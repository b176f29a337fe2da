// Publication status as sent, stored and presented, and the time of the last change.
import type { PublishedKind, StoredStatus } from '../../core/kinds.ts';
import { type Caller, mayPublish, type Owned } from '../../core/roles.ts';
import type { PublicationColumns } from '../../store/schema.ts';

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof statuses)[number];

export type StatusColumns = Pick<PublicationColumns, 'status' | 'published_at' | 'trashed_from' | 'author_id'>;

/** `publish` before the publication time is `future`, so scheduled publication needs no background job. */
export const effectiveStatus = (row: Pick<StatusColumns, 'status' | 'published_at'>, now: number): Status =>
  row.status === 'publish' && row.published_at > now ? 'future' : row.status;

/** Published and private records have a page with a permalink, others a short link only. */
export const pagePath = (kind: PublishedKind, { id, slug }: { id: number; slug: string }, status: Status): string =>
  status === 'publish' || status === 'private' ? `/${kind}/${slug}/` : `/?p=${id}`;

export const ownedOf = (row: StatusColumns, now: number): Owned => ({
  status: effectiveStatus(row, now),
  trashedFrom: row.trashed_from,
  authorId: row.author_id,
});

/** The status to store. For callers who may not publish, `publish` becomes `pending`; the default is `draft` for them. */
export function statusToStore(caller: Caller, sent: Status | undefined): StoredStatus {
  if (sent === undefined) return mayPublish(caller) ? 'publish' : 'draft';
  if (sent !== 'publish' && sent !== 'future') return sent;
  return mayPublish(caller) ? 'publish' : 'pending';
}

/** Time of the last change of the given rows; a scheduled publication counts as one. */
export const lastChange = (rows: readonly { modified_at: number; published_at?: number }[], now: number): number =>
  Math.max(
    0,
    ...rows.flatMap((row) => [
      row.modified_at,
      ...(row.published_at && row.published_at <= now ? [row.published_at] : []),
    ]),
  );
