// Which records a caller may find in a list: the SQL side of core/roles.ts (D14).
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, mayCreate, mayEditOthers, mayPublish } from '../../../core/roles.ts';
import { unindexed, unindexedText } from '../../../store/hints.ts';
import type { Status } from '../status.ts';

const listed: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

interface Sight {
  caller: Caller;
  now: number;
  /** Only those that the caller can ever read, as `readableStatuses` says; without it all but the trash. */
  statuses?: readonly Status[] | undefined;
}

/**
 * Records under `alias` with one of the shown statuses that the caller may read. For queries that an index with the
 * status leads: that of the events' starts or publications, or that of the records of a kind.
 */
export const visible = (alias: string, sight: Sight): Expression<SqlBool> => visibleBy(bareOf(alias), sight);

/** The same for queries that ids, links or another order lead: SQLite would rather go by the status, which most have. */
export const visibleById = (alias: string, sight: Sight): Expression<SqlBool> => visibleBy(unindexedOf(alias), sight);

function visibleBy(column: Columns, { caller, now, statuses: wanted }: Sight): Expression<SqlBool> {
  const isDue = sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
  const asked = wanted ?? listed;
  if (!mayCreate(caller)) return asked.includes('publish') ? isDue : sql<SqlBool>`0 = 1`;
  if (mayEditOthers(caller) && wanted === undefined) return sql<SqlBool>`${column('status')} <> 'trash'`;
  const stored = asked.filter((status) => !['publish', 'future'].includes(status));
  const parts = [
    ...(asked.includes('future')
      ? [sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} > ${now})`]
      : []),
    ...(stored.length > 0 ? [sql<SqlBool>`${column('status')} in (${sql.join(stored)})`] : []),
  ];
  const isMine = sql<SqlBool>`${column('author_id')} = ${caller.userId}`;
  // A contributor may not edit, hence not see in the trash, what was published.
  const own = mayPublish(caller)
    ? isMine
    : sql<SqlBool>`${isMine} and (${column('status')} <> 'trash' or ${column('trashed_from')} <> 'publish')`;
  const unpublished = parts.length === 0 ? undefined : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
  const guarded = unpublished && (mayEditOthers(caller) ? unpublished : sql<SqlBool>`(${own} and ${unpublished})`);
  const all = [...(asked.includes('publish') ? [isDue] : []), ...(guarded ? [guarded] : [])];
  return all.length === 1 ? (all[0] as Expression<SqlBool>) : sql<SqlBool>`(${sql.join(all, sql` or `)})`;
}

export const readableStatuses = (caller: Caller): readonly string[] =>
  mayCreate(caller) ? [...listed, 'trash', 'any'] : ['publish', 'any'];

type Columns = (name: 'status' | 'published_at' | 'author_id' | 'trashed_from') => RawBuilder<unknown>;

const bareOf =
  (alias: string): Columns =>
  (name) =>
    sql.ref(`${alias}.${name}`);

function unindexedOf(alias: string): Columns {
  const bare = bareOf(alias);
  return (name) => {
    // No index has it.
    if (name === 'trashed_from') return bare(name);
    return name === 'status' ? unindexedText(bare(name)) : unindexed(bare(name));
  };
}
