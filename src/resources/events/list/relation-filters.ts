// Filters by the terms, venues, organizers and authors of events, and by the time of their last change.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plurals, type RelatedKind, type Taxonomy } from '../../../core/kinds.ts';
import { unindexed, unindexedText } from '../../../store/hints.ts';
import { type TimeRange, timeWithin } from '../../records/list/time-range.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import { idsOfTerms, withDescendants } from '../../terms/repository.ts';
import { hiddenAmong } from '../relations.ts';
import type { Condition, FilterQuery, FilterRequest, IdSet, ListScope } from './filter.ts';

/** Term ids from slugs or ids. An unknown term is a problem. Sub-categories are included. */
export async function readTerms(
  taxonomy: Taxonomy,
  references: readonly string[] | undefined,
  { db, problems }: FilterRequest,
): Promise<readonly number[] | undefined> {
  if (references === undefined) return undefined;
  const found = await idsOfTerms(db, taxonomy, references);
  if (found.includes(undefined)) problems.add(plurals[taxonomy], `unknown_${taxonomy}`);
  const ids = found.filter((id) => id !== undefined);
  return taxonomy === 'category' ? withDescendants(db, ids) : ids;
}

/** Ids of venues or organizers. One that the caller may not read is a problem. */
export async function readRelated(
  kind: RelatedKind,
  ids: readonly number[] | undefined,
  { db, context, problems }: FilterRequest,
): Promise<readonly number[] | undefined> {
  if (ids && (await hiddenAmong(db, kind, ids, context)).size > 0) problems.add(kind, `unknown_${kind}`);
  return ids;
}

/** Changed events: an access path if they are few, else a test on the event's own column. */
export function changedWithin(modified: TimeRange): IdSet[] {
  const within = timeWithin(modified, sql`modified_at`);
  const has = sql<SqlBool>`${sql.join(timeWithin(modified, unindexed(sql`e.modified_at`)), sql` and `)}`;
  return [{ ids: sql`(select id from events where ${sql.join(within, sql` and `)})`, has }];
}

/** Events of authors: an access path if they are few, else a test on the event's own column. */
export function byAuthors(authors: readonly number[]): IdSet[] {
  const among = sql`in (${sql.join(authors)})`;
  const has = sql<SqlBool>`${unindexed(sql`e.author_id`)} ${among}`;
  return [{ ids: sql`(select id from events where author_id ${among})`, has }];
}

/** The kind of a venue or organizer, for queries that ids or coordinates lead. */
export const kindOfRelated = unindexedText(sql`v.kind`);

/** Events at a venue that matches the condition and that the caller may read. */
export function atVenue({ store: { dialect }, scope: { caller, now } }: FilterQuery, condition: Condition): IdSet {
  const venue = sql`v.kind = 'venue' and ${condition} and ${visible('v', { caller, now })}`;
  const isRelated = sql`${kindOfRelated} = 'venue' and ${condition} and ${visibleById('v', { caller, now })}`;
  const ids = sql`(select el.event_id as id from linked_records v join event_links el on el.record_id = v.id where ${venue})`;
  return {
    ids,
    // The cross join makes SQLite read the event's few links first, never all venues.
    has: dialect.findsAny(sql`select v.id from event_links el cross join linked_records v
      where el.event_id = e.id and v.id = el.record_id and ${isRelated}`),
    ofMany: sql<SqlBool>`e.id in ${ids}`,
  };
}

/** Subquery for the venues with coordinates that the caller may read, in brackets. */
export const locatedVenues = ({ caller, now }: ListScope): RawBuilder<unknown> =>
  sql`(select v.id from linked_records v where v.kind = 'venue' and v.geo_lat is not null and ${visible('v', { caller, now })})`;
