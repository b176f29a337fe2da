// Finds the events whose match with a list may have changed since its result set was read.
import { sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Store } from '../../../store/store.ts';
import { type InvalidationLog, isTermTag, type LogPosition } from '../../records/cache/invalidation-log.ts';
import type { EventFilter } from './conditions.ts';
import { usedFilters } from './filters.ts';

/** If more records changed, it costs less to read the whole set again. */
const maxChanged = 500;

/** Ids of records that changed, were published or hidden by time, or are related to such; `undefined` if they are many. */
export async function changedEvents(
  store: Store,
  log: InvalidationLog,
  since: { position: LogPosition; now: number },
  filter: EventFilter,
): Promise<number[] | undefined> {
  const tags = log.changedSince(since.position);
  if (tags === undefined || tags.length > maxChanged) return undefined;
  const records = tags.filter((tag) => !isTermTag(tag));
  // The clock may have been set back.
  const period = { after: Math.min(since.now, filter.now), until: Math.max(since.now, filter.now) };
  const isLater = period.after < period.until;
  const due = isLater ? await publishedWithin(store.reader, { ...period, limit: maxChanged + 1 }) : [];
  const dependsOnRelated = usedFilters(filter.criteria).some(([{ dependsOn }]) => dependsOn === 'related');
  const ofRelated = dependsOnRelated ? await eventsOfRelated(store, records, period) : [];
  if (due.length > maxChanged || ofRelated.length > maxChanged) return undefined;
  return [...records, ...[...due, ...ofRelated].map(({ id }) => id)];
}

interface Period {
  after: number;
  until: number;
}

const publishedWithin = statement((db, { after, until, limit }: Period & { limit: number; [name: string]: number }) =>
  db
    .selectFrom('events')
    .select('id')
    .where('status', '=', sql.lit('publish'))
    .where('published_at', '>', after)
    .where('published_at', '<=', until)
    .limit(limit),
);

/** Events of these venues and organizers, and of those that were scheduled for the period. */
async function eventsOfRelated(
  { reader, dialect }: Store,
  related: readonly number[],
  { after, until }: Period,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`select event_id as id from event_links
      where ${dialect.isAmong(sql`record_id`, related)}
    union select l.event_id from linked_records r join event_links l on l.record_id = r.id
      where r.kind in ('venue', 'organizer') and r.status = 'publish' and r.published_at > ${after}
        and r.published_at <= ${until}
    limit ${maxChanged + 1}`.execute(reader);
  return rows;
}
