import { type Expression, type SqlBool, sql } from 'kysely';
import type { Caller } from '../../../core/roles.ts';
import type { Dialect } from '../../../store/dialect.ts';
import { unmasked, visibleById } from '../../records/list/visibility.ts';

interface Reading {
  caller: Caller;
  now: number;
  /** Of the password that was sent: it opens the events that have it. */
  passwordHash?: string | undefined;
}

/**
 * That the venue or organizer `r` has an event which the caller may read, one that starts at or after the moment if one is
 * given. Most have one that anyone may read: the links know that, and their events are not looked at.
 */
export function hasEvents(dialect: Dialect, reading: Reading, from?: number): Expression<SqlBool> {
  const { caller, now, passwordHash } = reading;
  const links = sql`el.record_id = r.id ${from === undefined ? sql`` : sql`and el.start_utc >= ${from}`}`;
  const open = sql`el.listed = 1 and el.published_at <= ${now}
    and el.event_id not in (select id from events where password_hash is not null)`;
  // Masked events (D16) do not tell where they take place.
  const readable = sql`${unmasked(caller, passwordHash)} and ${visibleById('e', { caller, now })}`;
  // In the order of the index. Where few have most events, PostgreSQL takes any to have that many, and would look through
  // the links of all for each.
  const known = sql`select el.event_id from event_links el where ${links} and ${open} order by el.start_utc`;
  const looked = sql`select e.id from event_links el cross join events e
    where ${links} and e.id = el.event_id and ${readable} order by el.start_utc`;
  return sql<SqlBool>`(${dialect.findsAny(known)} or ${dialect.findsAny(looked)})`;
}
