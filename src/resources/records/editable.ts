// The SQL side of who may edit an event `e`, and of who sees it whole (D16).
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayCreate, mayEditOthers, mayPublish, type Viewer } from '../../core/roles.ts';

export function editable(viewer: Viewer): Expression<SqlBool> {
  if (mayEditOthers(viewer)) return sql<SqlBool>`1 = 1`;
  if (!mayCreate(viewer)) return sql<SqlBool>`0 = 1`;
  if (mayPublish(viewer)) return sql<SqlBool>`e.author_id = ${viewer.userId}`;
  return sql<SqlBool>`(e.author_id = ${viewer.userId} and case e.status when 'trash' then e.trashed_from else e.status end <> 'publish')`;
}

/** The condition that an event is shown whole: what is masked finds no event. */
export function unmasked(viewer: Viewer, passwordHash?: string): Expression<SqlBool> {
  if (mayEditOthers(viewer)) return sql<SqlBool>`1 = 1`;
  const open = [sql<SqlBool>`e.password_hash is null`];
  if (passwordHash !== undefined) open.push(sql<SqlBool>`e.password_hash = ${passwordHash}`);
  if (mayCreate(viewer)) open.push(sql<SqlBool>`${editable(viewer)}`);
  return sql<SqlBool>`(${sql.join(open, sql` or `)})`;
}

/** Ids of all that are not: a query, in brackets. */
export const maskedIds = (viewer: Viewer, passwordHash?: string): RawBuilder<unknown> =>
  sql`(select e.id from events e where e.password_hash is not null and not ${unmasked(viewer, passwordHash)})`;
