// Publication status: what a caller may choose, what is stored, what is shown.

import type { RelatedKind, StoredStatus } from '../../core/kinds.ts';
import { type Caller, mayPublish, type Owned } from '../../core/roles.ts';
import type { PublicationColumns } from '../../store/schema.ts';

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof statuses)[number];

export type StatusColumns = Pick<PublicationColumns, 'status' | 'published_at' | 'trashed_from' | 'author_id'>;

/** `publish` before its time has come is `future`: scheduled publication needs no background job. */
export const shownStatus = (row: Pick<StatusColumns, 'status' | 'published_at'>, now: number): Status =>
  row.status === 'publish' && row.published_at > now ? 'future' : row.status;

/** Only what is published, or private, has a page of its own; else there is the short address. */
export const pagePath = (
  kind: 'event' | RelatedKind,
  { id, slug }: { id: number; slug: string },
  shown: Status,
): string => (shown === 'publish' || shown === 'private' ? `/${kind}/${slug}/` : `/?p=${id}`);

export const ownedOf = (row: StatusColumns, now: number): Owned => ({
  status: shownStatus(row, now),
  trashedFrom: row.trashed_from,
  authorId: row.author_id,
});

/** The status to store. Who may not publish hands in for review instead; nothing sent is `publish` or `draft`. */
export function statusToStore(caller: Caller, sent: Status | undefined): StoredStatus {
  if (sent === undefined) return mayPublish(caller) ? 'publish' : 'draft';
  if (sent !== 'publish' && sent !== 'future') return sent;
  return mayPublish(caller) ? 'publish' : 'pending';
}
