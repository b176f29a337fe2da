// Migration 3: what lists need so that a page with its total costs the same in a calendar of any size.

const shifts = [16, 21, 26];

/** Statements of a trigger that count the event `row` in or out. */
const counting = (row: 'new' | 'old', by: 1 | -1): string =>
  shifts
    .map(
      (shift) => `insert into event_counts (status, hidden, shift, bucket, n)
        values (${row}.status, ${row}.hide_from_listings, ${shift}, ${row}.start_utc >> ${shift}, ${by})
        on conflict do update set n = n + ${by};`,
    )
    .join(' ');

/** What links and terms of events know of their event, so that one index finds and counts those of a window. */
const known = (row: string): string => `start_utc = ${row}.start_utc, end_utc = ${row}.end_utc,
  published_at = ${row}.published_at, listed = (${row}.status = 'publish' and ${row}.hide_from_listings = 0)`;
const columns = ['end_utc', 'published_at', 'listed'];
const added = (table: string, names: readonly string[]): string[] =>
  names.map((name) => `alter table ${table} add column ${name} integer not null default 0`);
const filled = (table: string): string =>
  `update ${table} set ${known('e')} from events e where e.id = ${table}.event_id`;

/** Published for later as of its last change: all that can be scheduled still. A modification time may be anything. */
const scheduled = (row: string): string =>
  `${row}.status = 'publish' and ${row}.published_at > min(${row}.modified_at, unixepoch())`;
const schedule = (row: string): string => `insert or ignore into scheduled_terms (term_id, published_at, event_id)
  select et.term_id, ${row}.published_at, ${row}.id from event_terms et where et.event_id = ${row}.id and ${scheduled(row)};`;

export const counters: readonly string[] = [
  // How many events start in each bucket of 2^shift seconds.
  `create table event_counts (
    status text not null, hidden integer not null, shift integer not null, bucket integer not null, n integer not null,
    primary key (status, hidden, shift, bucket)) strict, without rowid`,
  ...shifts.map(
    (shift) => `insert into event_counts (status, hidden, shift, bucket, n)
      select status, hide_from_listings, ${shift}, start_utc >> ${shift}, count(*) from events group by 1, 2, 4`,
  ),
  `create trigger event_counts_insert after insert on events begin ${counting('new', 1)} end`,
  `create trigger event_counts_delete after delete on events begin ${counting('old', -1)} end`,
  `create trigger event_counts_update after update of status, hide_from_listings, start_utc on events
    when old.status <> new.status or old.hide_from_listings <> new.hide_from_listings or old.start_utc <> new.start_utc
    begin ${counting('old', -1)} ${counting('new', 1)} end`,
  // Finds the events that lie across a moment: those of each length start at most so long before it.
  `create index events_by_span on events (status, hide_from_listings,
    (case when end_utc - start_utc < 65536 then 0 when end_utc - start_utc < 2097152 then 1
      when end_utc - start_utc < 67108864 then 2 else 3 end), start_utc, end_utc)`,
  `drop index events_by_publication`,
  `create index events_by_publication on events (status, published_at, id, hide_from_listings, start_utc, end_utc)`,
  `create index events_featured on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where featured = 1`,
  `drop index events_with_tickets`,
  `create index events_with_tickets on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where tickets <> '[]'`,

  `drop trigger event_links_insert`,
  `drop trigger events_start_insert`,
  `drop trigger events_start_update`,
  `drop index event_links_record`,
  ...added('event_links', columns),
  ...added('event_terms', ['start_utc', ...columns]),
  filled('event_links'),
  filled('event_terms'),
  `create index event_links_record on event_links (record_id, start_utc, event_id, listed, end_utc, published_at)`,
  `create index event_terms_window on event_terms (term_id, start_utc, event_id, listed, end_utc, published_at)`,
  `create trigger event_links_insert after insert on event_links begin
    update event_links set ${known('e')} from events e where e.id = new.event_id and event_links.event_id = new.event_id
      and event_links.kind = new.kind and event_links.position = new.position;
  end`,
  // The plus keeps the planner from looking through all events of the term.
  `create trigger event_terms_insert after insert on event_terms begin
    update event_terms set ${known('e')} from events e where e.id = new.event_id and event_terms.event_id = new.event_id
      and +event_terms.term_id = new.term_id;
    insert or ignore into scheduled_terms (term_id, published_at, event_id)
      select new.term_id, e.published_at, e.id from events e where e.id = new.event_id and ${scheduled('e')};
  end`,
  `create trigger event_terms_delete after delete on event_terms begin
    delete from scheduled_terms where event_id = old.event_id and +term_id = old.term_id;
  end`,
  `create trigger events_known_insert after insert on events begin
    update event_links set ${known('new')} where event_id = new.id;
    update event_terms set ${known('new')} where event_id = new.id;
    ${schedule('new')}
  end`,
  `create trigger events_known_update after update of start_utc, end_utc, published_at, status, hide_from_listings on events
    when old.start_utc <> new.start_utc or old.end_utc <> new.end_utc or old.published_at <> new.published_at
      or old.status <> new.status or old.hide_from_listings <> new.hide_from_listings begin
    update event_links set ${known('new')} where event_id = new.id;
    update event_terms set ${known('new')} where event_id = new.id;
  end`,

  // Terms count published events; what is scheduled is taken off when read.
  `create table scheduled_terms (
    term_id integer not null, published_at integer not null, event_id integer not null,
    primary key (term_id, published_at, event_id)) strict, without rowid`,
  `create index scheduled_terms_event on scheduled_terms (event_id)`,
  `insert into scheduled_terms (term_id, published_at, event_id)
    select et.term_id, e.published_at, e.id from events e join event_terms et on et.event_id = e.id where ${scheduled('e')}`,
  `create trigger events_schedule_update after update of status, published_at, modified_at on events
    when (${scheduled('new')}) or (${scheduled('old')}) begin
    delete from scheduled_terms where event_id = old.id;
    ${schedule('new')}
  end`,
];
