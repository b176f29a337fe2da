// Which records a caller may find, edit and see unmasked: the SQL counterpart of `core/roles.ts` (D14, D16).
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Problems } from '../../../core/api-error.ts';
import { type Caller, mayCreate, mayEditOthers, mayPublish } from '../../../core/roles.ts';
import { unindexed, unindexedText } from '../../../store/hints.ts';
import type { Status } from '../status.ts';

const notInTrash: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

/** The statuses to list, `undefined` for all but the trash. A status that the caller can never read is a 400 (D14). */
export function requestedStatuses(
  sent: readonly (Status | 'any')[] | undefined,
  caller: Caller,
  problems: Problems,
): readonly Status[] | undefined {
  if (sent === undefined) return undefined;
  const readable: readonly string[] = mayCreate(caller) ? [...notInTrash, 'trash', 'any'] : ['publish', 'any'];
  if (sent.some((status) => !readable.includes(status))) problems.add('status', 'status_not_readable');
  const named = sent.filter((status) => status !== 'any');
  if (!sent.includes('any')) return named;
  return named.includes('trash') ? [...notInTrash, 'trash'] : undefined;
}

export interface Visibility {
  caller: Caller;
  now: number;
  /** As `requestedStatuses` returned them. */
  statuses?: readonly Status[] | undefined;
}

/**
 * Records under `alias` that have one of the statuses and that the caller may read. For queries led by an index that begins
 * with the status: events by start or publication, or records of a kind.
 */
export const visible = (alias: string, visibility: Visibility): Expression<SqlBool> =>
  isVisible((name) => sql.ref(`${alias}.${name}`), visibility);

/** The same for queries led by ids, links or another order: SQLite would prefer an index of the status, which most have. */
export const visibleById = (alias: string, visibility: Visibility): Expression<SqlBool> =>
  isVisible((name) => {
    const column = sql.ref(`${alias}.${name}`);
    // No index has it.
    if (name === 'trashed_from') return column;
    return name === 'status' ? unindexedText(column) : unindexed(column);
  }, visibility);

type Columns = (name: 'status' | 'published_at' | 'author_id' | 'trashed_from') => RawBuilder<unknown>;

function isVisible(column: Columns, { caller, now, statuses }: Visibility): Expression<SqlBool> {
  const isPublic = sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
  const requested = statuses ?? notInTrash;
  if (!mayCreate(caller)) return requested.includes('publish') ? isPublic : sql<SqlBool>`0 = 1`;
  if (mayEditOthers(caller) && statuses === undefined) return sql<SqlBool>`${column('status')} <> 'trash'`;
  const stored = requested.filter((status) => !['publish', 'future'].includes(status));
  const notPublic = [
    ...(requested.includes('future')
      ? [sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} > ${now})`]
      : []),
    ...(stored.length > 0 ? [sql<SqlBool>`${column('status')} in (${sql.join(stored)})`] : []),
  ];
  const isAuthor = sql<SqlBool>`${column('author_id')} = ${caller.userId}`;
  // Contributors may not edit what was published, so they do not see it in the trash either.
  const isOwn = mayPublish(caller)
    ? isAuthor
    : sql<SqlBool>`${isAuthor} and (${column('status')} <> 'trash' or ${column('trashed_from')} <> 'publish')`;
  const any = notPublic.length === 0 ? undefined : sql<SqlBool>`(${sql.join(notPublic, sql` or `)})`;
  const permitted = any && (mayEditOthers(caller) ? any : sql<SqlBool>`(${isOwn} and ${any})`);
  const all = [...(requested.includes('publish') ? [isPublic] : []), ...(permitted ? [permitted] : [])];
  return all.length === 1 ? (all[0] as Expression<SqlBool>) : sql<SqlBool>`(${sql.join(all, sql` or `)})`;
}

/** That the caller may edit the event `e`. */
export function editable(caller: Caller): Expression<SqlBool> {
  if (mayEditOthers(caller)) return sql<SqlBool>`1 = 1`;
  if (!mayCreate(caller)) return sql<SqlBool>`0 = 1`;
  if (mayPublish(caller)) return sql<SqlBool>`e.author_id = ${caller.userId}`;
  return sql<SqlBool>`(e.author_id = ${caller.userId} and case e.status when 'trash' then e.trashed_from else e.status end <> 'publish')`;
}

/** That no password hides parts of the event `e` from the caller. */
export function unmasked(caller: Caller, passwordHash?: string): Expression<SqlBool> {
  if (mayEditOthers(caller)) return sql<SqlBool>`1 = 1`;
  const isOpen = [sql<SqlBool>`e.password_hash is null`];
  if (passwordHash !== undefined) isOpen.push(sql<SqlBool>`e.password_hash = ${passwordHash}`);
  if (mayCreate(caller)) isOpen.push(sql<SqlBool>`${editable(caller)}`);
  return sql<SqlBool>`(${sql.join(isOpen, sql` or `)})`;
}

/** Subquery for the ids of masked events, in brackets. */
export const maskedIds = (caller: Caller, passwordHash?: string): RawBuilder<unknown> =>
  sql`(select e.id from events e where e.password_hash is not null and not ${unmasked(caller, passwordHash)})`;
