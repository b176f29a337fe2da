// Which records a caller may find in a list: the SQL side of core/roles.ts (D14).
import { type Expression, type SqlBool, sql } from 'kysely';
import { mayCreate, mayEditOthers, mayPublish, type Viewer } from '../../core/roles.ts';
import type { Status } from './status.ts';

const listed: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

interface Sight {
  viewer: Viewer;
  now: number;
  /** Only those that the viewer can ever read, as `readableStatuses` says; without it all but the trash. */
  statuses?: readonly Status[] | undefined;
}

/** Records under `alias` with one of the shown statuses that the viewer may read. */
export const visible = (alias: string, sight: Sight): Expression<SqlBool> => visibleBy(columnOf(alias, true), sight);

/** The same for queries that go by ids: the columns offer themselves to no index. */
export const visibleById = (alias: string, sight: Sight): Expression<SqlBool> =>
  visibleBy(columnOf(alias, false), sight);

function visibleBy(column: Columns, { viewer, now, statuses: wanted }: Sight): Expression<SqlBool> {
  const isDue = sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
  const asked = wanted ?? listed;
  if (!mayCreate(viewer)) return asked.includes('publish') ? isDue : sql<SqlBool>`0 = 1`;
  if (mayEditOthers(viewer) && wanted === undefined) return sql<SqlBool>`${column('status')} <> 'trash'`;
  const stored = asked.filter((status) => !['publish', 'future'].includes(status));
  const parts = [
    ...(asked.includes('future')
      ? [sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} > ${now})`]
      : []),
    ...(stored.length > 0 ? [sql<SqlBool>`${column('status')} in (${sql.join(stored)})`] : []),
  ];
  const isMine = sql<SqlBool>`${column('author_id')} = ${viewer.userId}`;
  // A contributor may not edit, hence not see in the trash, what was published.
  const own = mayPublish(viewer)
    ? isMine
    : sql<SqlBool>`${isMine} and (${column('status')} <> 'trash' or ${column('trashed_from')} <> 'publish')`;
  const unpublished = parts.length === 0 ? undefined : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
  const guarded = unpublished && (mayEditOthers(viewer) ? unpublished : sql<SqlBool>`(${own} and ${unpublished})`);
  const all = [...(asked.includes('publish') ? [isDue] : []), ...(guarded ? [guarded] : [])];
  return all.length === 1 ? (all[0] as Expression<SqlBool>) : sql<SqlBool>`(${sql.join(all, sql` or `)})`;
}

export const readableStatuses = (viewer: Viewer): readonly string[] =>
  mayCreate(viewer) ? [...listed, 'trash', 'any'] : ['publish', 'any'];

type Columns = ReturnType<typeof columnOf>;

/** Inside an expression a column offers itself to no index. */
function columnOf(alias: string, indexed: boolean) {
  return (name: 'status' | 'published_at' | 'author_id' | 'trashed_from') => {
    const column = sql.ref(`${alias}.${name}`);
    if (indexed || name === 'trashed_from') return column;
    return name === 'status' ? sql`(${column} || '')` : sql`(${column} + 0)`;
  };
}
