// Derived data and references between rows. Triggers and transactions keep them consistent; a copy by another program, a manual
// edit or a defect can break them.
import { type RawBuilder, sql } from 'kysely';
import type { ChangeKind } from '../core/kinds.ts';
import { recordChanges } from '../resources/records/changes/change-log.ts';
import { recountTerms } from '../resources/terms/repository-events.ts';
import type { Writer } from '../store/store.ts';

/** The option of `kalends check` that repairs. */
export type RepairOption = '--repair' | '--repair-times';

export interface Check {
  what: string;
  /** `--repair` unless given. */
  option?: RepairOption;
  /** How many rows are wrong. */
  wrong(db: Writer): Promise<number>;
  repair(db: Writer): Promise<void>;
}

export const countOf = async (db: Writer, query: RawBuilder<{ n: number }>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n ?? 0);

/** `rows` is what follows `from` in a query for the wrong rows; the statements repair them. */
const checkOf = (what: string, rows: RawBuilder<unknown>, ...repairs: RawBuilder<unknown>[]): Check => ({
  what,
  wrong: (db) => countOf(db, sql`select count(*) as n from ${rows}`),
  async repair(db) {
    for (const statement of repairs) await statement.execute(db);
  },
});

const bucketsOfEvents = sql`select status, hide_from_listings as hidden, s.shift, start_utc >> s.shift as bucket, count(*) as n
  from events cross join (select 16 as shift union all select 21 union all select 26) as s
  group by status, hide_from_listings, s.shift, start_utc >> s.shift`;
const storedBuckets = sql`select status, hidden, shift, bucket, n from event_counts where n <> 0`;

const eventCounts = checkOf(
  'numbers of events by time',
  sql`(select * from (${bucketsOfEvents}) as a except select * from (${storedBuckets}) as b
    union all select * from (${storedBuckets}) as c except select * from (${bucketsOfEvents}) as d) as differing`,
  sql`delete from event_counts`,
  sql`insert into event_counts (status, hidden, shift, bucket, n) ${bucketsOfEvents}`,
);

const listed = sql`case when e.status = 'publish' and e.hide_from_listings = 0 then 1 else 0 end`;

const timesIn = (name: 'event_links' | 'event_terms', what: string): Check =>
  checkOf(
    what,
    sql`${sql.table(name)} as l join events e on e.id = l.event_id
      where l.start_utc <> e.start_utc or l.end_utc <> e.end_utc or l.published_at <> e.published_at
        or l.listed <> ${listed}`,
    sql`update ${sql.table(name)} set start_utc = e.start_utc, end_utc = e.end_utc, published_at = e.published_at,
      listed = ${listed} from events e where e.id = ${sql.table(name)}.event_id`,
  );

const termCounts: Check = {
  ...checkOf(
    'numbers of events of categories and tags',
    sql`(select t.id, t.event_count, count(e.id) as counted from terms t
      left join event_terms et on et.term_id = t.id left join events e on e.id = et.event_id and e.status = 'publish'
      group by t.id, t.event_count) as c where c.event_count <> c.counted`,
  ),
  repair: recountTerms,
};

/** Entries whose publication time has passed may stay until their event changes. */
const scheduledTerms = (now: number): Check => {
  const missing = sql`from event_terms et join events e on e.id = et.event_id where e.status = 'publish'
    and e.published_at > ${now} and not exists (select 1 from scheduled_terms s
      where s.term_id = et.term_id and s.event_id = e.id and s.published_at = e.published_at)`;
  const stale = sql`from scheduled_terms where not exists (select 1 from event_terms et join events e on e.id = et.event_id
    where et.term_id = scheduled_terms.term_id and e.id = scheduled_terms.event_id and e.status = 'publish'
      and e.published_at = scheduled_terms.published_at)`;
  return checkOf(
    'scheduled events of categories and tags',
    sql`(select 1 as wrong ${missing} union all select 1 as wrong ${stale}) as differing`,
    sql`delete ${stale}`,
    sql`insert into scheduled_terms (term_id, published_at, event_id) select et.term_id, e.published_at, e.id ${missing}`,
  );
};

/** Rows that refer to a missing record. A relation is deleted; a column is set to its empty value. */
function dangling(table: string, column: string, target: RawBuilder<unknown>, empty?: number | null): Check {
  const [name, of] = [sql.table(table), sql.ref(`${table}.${column}`)];
  const where = sql`where ${of} is not null and ${of} <> 0 and not exists (select 1 from ${target} and x.id = ${of})`;
  const change = empty === undefined ? sql`delete from ${name}` : sql`update ${name} set ${sql.ref(column)} = ${empty}`;
  return checkOf(`${table}.${column} of missing records`, sql`${name} ${where}`, sql`${change} ${where}`);
}

const recordsWithoutId = sql`(select id, 'event' as kind from events union all select id, kind from linked_records
  union all select id, 'media' from media) as r
  where not exists (select 1 from record_ids as i where i.id = r.id and i.kind = r.kind)`;

const recordIds = checkOf(
  'ids of records that are not in the sequence of ids',
  recordsWithoutId,
  sql`insert into record_ids (id, kind) select id, kind from ${recordsWithoutId}`,
);

/** The change feed and webhooks know a record by its newest entry. Images may be older than the log. */
const loggedRecords = (now: number): Check => {
  const missing = sql<{ id: number; kind: ChangeKind }>`select r.id, r.kind from (select id, 'event' as kind from events
    union all select id, kind from linked_records union all select id, taxonomy from terms) as r
    where not exists (select 1 from changes as c where c.kind = r.kind and c.record_id = r.id)`;
  return {
    ...checkOf('records without an entry in the change log', sql`(${missing}) as m`),
    async repair(db) {
      const { rows } = await missing.execute(db);
      for (const [kind, records] of Map.groupBy(rows, (row) => row.kind)) {
        const ids = records.map(({ id }) => id);
        await recordChanges(db, kind, ids, now);
      }
    },
  };
};

const any = (table: string) => sql`${sql.table(table)} as x where 1 = 1`;
const someRecord = sql`(select id from events union all select id from linked_records union all select id from media) as x
  where 1 = 1`;

/** Below itself, directly or through others. Requests refuse such a parent, but an export that was edited may have one. */
const circular = (what: string, table: 'terms' | 'events', column: string): Check => {
  const [name, parent] = [sql.table(table), sql.ref(column)];
  const found = sql`(with recursive lineage (id, ancestor) as (
    select id, ${parent} from ${name} where ${parent} <> 0
    union select l.id, p.${parent} from lineage as l join ${name} as p on p.id = l.ancestor where p.${parent} <> 0)
    select id from lineage where ancestor = id)`;
  return checkOf(what, sql`${found} as c`, sql`update ${name} set ${parent} = 0 where id in ${found}`);
};

/** Cannot be repaired: no other data has the texts. */
const withoutTexts = (table: string, texts: string, column: string): Check =>
  checkOf(
    `${table} without texts in their own language`,
    sql`${sql.table(table)} as r where not exists (select 1 from ${sql.table(texts)} as t
      where ${sql.ref(`t.${column}`)} = r.id and t.is_original = 1)`,
  );

/** In the order of repair: links before the counts derived from them. */
export const tableChecks = (now: number): Check[] => [
  dangling('event_links', 'event_id', any('events')),
  dangling('event_links', 'record_id', sql`linked_records as x where x.kind = event_links.kind`),
  dangling('event_terms', 'event_id', any('events')),
  dangling('event_terms', 'term_id', any('terms')),
  dangling('events', 'image_id', any('media'), null),
  dangling('linked_records', 'image_id', any('media'), null),
  dangling('events', 'post_parent', any('events'), 0),
  dangling('terms', 'parent_id', sql`terms as x where x.taxonomy = 'category' and terms.taxonomy = x.taxonomy`, 0),
  circular('categories below themselves', 'terms', 'parent_id'),
  circular('events that are parts of themselves', 'events', 'post_parent'),
  dangling('record_texts', 'record_id', someRecord),
  dangling('term_texts', 'term_id', any('terms')),
  recordIds,
  loggedRecords(now),
  timesIn('event_links', 'times of the events of venues and organizers'),
  timesIn('event_terms', 'times of the events of categories and tags'),
  scheduledTerms(now),
  eventCounts,
  termCounts,
  withoutTexts('events', 'record_texts', 'record_id'),
  withoutTexts('linked_records', 'record_texts', 'record_id'),
  withoutTexts('terms', 'term_texts', 'term_id'),
];
