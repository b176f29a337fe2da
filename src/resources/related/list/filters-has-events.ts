import { type Expression, type SqlBool, sql } from 'kysely';
import type { Caller } from '../../../core/roles.ts';
import type { Dialect } from '../../../store/dialect.ts';
import { unmasked, visibleById } from '../../records/list/visibility.ts';

interface Reading {
  caller: Caller;
  now: number;
  /** Hash of the password sent, which unlocks the events that have it. */
  passwordHash?: string | undefined;
}

/**
 * The venue or organizer `r` has an event that the caller may read and that, if `from` is given, starts then or later. Most
 * records have a public event, which the link rows alone show; only the others need the rows of their events.
 */
export function hasEvents(dialect: Dialect, reading: Reading, from?: number): Expression<SqlBool> {
  const { caller, now, passwordHash } = reading;
  const links = sql`el.record_id = r.id ${from === undefined ? sql`` : sql`and el.start_utc >= ${from}`}`;
  const isPublic = sql`el.listed = 1 and el.published_at <= ${now}
    and el.event_id not in (select id from events where password_hash is not null)`;
  // Masked events (D16) must not reveal their venues and organizers.
  const readable = sql`${unmasked(caller, passwordHash)} and ${visibleById('e', { caller, now })}`;
  // Without this order, PostgreSQL assumes that every record has the average number of events and scans all links per
  // record when a few records have most events.
  const publicEvent = sql`select el.event_id from event_links el where ${links} and ${isPublic} order by el.start_utc`;
  const readableEvent = sql`select e.id from event_links el cross join events e
    where ${links} and e.id = el.event_id and ${readable} order by el.start_utc`;
  return sql<SqlBool>`(${dialect.findsAny(publicEvent)} or ${dialect.findsAny(readableEvent)})`;
}
