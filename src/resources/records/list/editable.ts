// The SQL side of who may edit an event `e`, and of who sees it whole (D16).
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, mayCreate, mayEditOthers, mayPublish } from '../../../core/roles.ts';

export function editable(caller: Caller): Expression<SqlBool> {
  if (mayEditOthers(caller)) return sql<SqlBool>`1 = 1`;
  if (!mayCreate(caller)) return sql<SqlBool>`0 = 1`;
  if (mayPublish(caller)) return sql<SqlBool>`e.author_id = ${caller.userId}`;
  return sql<SqlBool>`(e.author_id = ${caller.userId} and case e.status when 'trash' then e.trashed_from else e.status end <> 'publish')`;
}

/** The condition that an event is shown whole: what is masked finds no event. */
export function unmasked(caller: Caller, passwordHash?: string): Expression<SqlBool> {
  if (mayEditOthers(caller)) return sql<SqlBool>`1 = 1`;
  const open = [sql<SqlBool>`e.password_hash is null`];
  if (passwordHash !== undefined) open.push(sql<SqlBool>`e.password_hash = ${passwordHash}`);
  if (mayCreate(caller)) open.push(sql<SqlBool>`${editable(caller)}`);
  return sql<SqlBool>`(${sql.join(open, sql` or `)})`;
}

/** Ids of all that are not: a query, in brackets. */
export const maskedIds = (caller: Caller, passwordHash?: string): RawBuilder<unknown> =>
  sql`(select e.id from events e where e.password_hash is not null and not ${unmasked(caller, passwordHash)})`;
