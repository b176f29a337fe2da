// Migrations 2 and 5: what lists need so that a page with its total costs the same in a calendar of any size.

const shifts = [16, 21, 26];

/** What links and terms of events know of their event, so that one index finds and counts those of a window. */
const known = (row: string): string => `start_utc = ${row}.start_utc, end_utc = ${row}.end_utc,
  published_at = ${row}.published_at,
  listed = (${row}.status = 'publish' and ${row}.hide_from_listings = 0)::int`;
const columns = ['end_utc', 'published_at', 'listed'];
const added = (table: string, names: readonly string[]): string[] =>
  names.map((name) => `alter table ${table} add column ${name} bigint not null default 0`);
const filled = (table: string): string =>
  `update ${table} set ${known('e')} from events e where e.id = ${table}.event_id`;

/** Published for later as of its last change: all that can be scheduled still. A modification time may be anything. */
const scheduled = (row: string): string => `${row}.status = 'publish'
  and ${row}.published_at > least(${row}.modified_at, extract(epoch from clock_timestamp())::bigint)`;

const rowFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`;

const counting = (row: 'new' | 'old', by: 1 | -1): string => `
  insert into event_counts (status, hidden, shift, bucket, n)
    select ${row}.status, ${row}.hide_from_listings, s.shift, ${row}.start_utc >> s.shift, ${by}
    from (values ${shifts.map((shift) => `(${shift})`).join(', ')}) as s (shift)
    on conflict (status, hidden, shift, bucket) do update set n = event_counts.n + ${by};`;

const schedule = `insert into scheduled_terms (term_id, published_at, event_id)
  select et.term_id, new.published_at, new.id from event_terms et where et.event_id = new.id and ${scheduled('new')}
  on conflict do nothing;`;

export const counters: readonly string[] = [
  // How many events start in each bucket of 2^shift seconds.
  `create table event_counts (
    status text collate "C" not null, hidden bigint not null, shift int not null, bucket bigint not null,
    n bigint not null, primary key (status, hidden, shift, bucket))`,
  ...shifts.map(
    (shift) => `insert into event_counts (status, hidden, shift, bucket, n)
      select status, hide_from_listings, ${shift}, start_utc >> ${shift}, count(*) from events group by 1, 2, 4`,
  ),
  rowFunction(
    'count_event',
    `if tg_op <> 'INSERT' then ${counting('old', -1)} end if; if tg_op <> 'DELETE' then ${counting('new', 1)} end if;`,
  ),
  `create trigger event_counts_change after insert or delete on events for each row execute function count_event()`,
  `create trigger event_counts_update after update of status, hide_from_listings, start_utc on events for each row
    when ((old.status, old.hide_from_listings, old.start_utc) is distinct from
      (new.status, new.hide_from_listings, new.start_utc)) execute function count_event()`,
  // Finds the events that lie across a moment: those of each length start at most so long before it.
  `create index events_by_span on events (status, hide_from_listings,
    (case when end_utc - start_utc < 65536 then 0 when end_utc - start_utc < 2097152 then 1
      when end_utc - start_utc < 67108864 then 2 else 3 end), start_utc, end_utc)`,
  `drop index events_by_publication`,
  `create index events_by_publication on events (status, published_at, id, hide_from_listings, start_utc, end_utc)`,
  `create index events_featured on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where featured = 1`,
  `drop index events_with_tickets`,
  `create index events_with_tickets on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where tickets <> '[]'`,

  `drop trigger event_links_insert on event_links`,
  `drop trigger events_start_insert on events`,
  `drop trigger events_start_update on events`,
  `drop function event_links_take_start()`,
  `drop function events_give_start()`,
  `drop index event_links_record`,
  ...added('event_links', columns),
  ...added('event_terms', ['start_utc', ...columns]),
  filled('event_links'),
  filled('event_terms'),
  `create index event_links_record on event_links (record_id, start_utc, event_id, listed, end_utc, published_at)`,
  `create index event_terms_window on event_terms (term_id, start_utc, event_id, listed, end_utc, published_at)`,
  `create function know_event() returns trigger language plpgsql as $$
    declare e events;
    begin
      select * into e from events where id = new.event_id;
      if found then
        new.start_utc := e.start_utc; new.end_utc := e.end_utc; new.published_at := e.published_at;
        new.listed := (e.status = 'publish' and e.hide_from_listings = 0)::int;
      end if;
      return new;
    end $$`,
  `create trigger event_links_insert before insert on event_links for each row execute function know_event()`,
  `create trigger event_terms_insert before insert on event_terms for each row execute function know_event()`,
  rowFunction(
    'tell_links',
    `update event_links set ${known('new')} where event_id = new.id;
     update event_terms set ${known('new')} where event_id = new.id;`,
  ),
  `create trigger events_known_insert after insert on events for each row execute function tell_links()`,
  `create trigger events_known_update after update of start_utc, end_utc, published_at, status, hide_from_listings on events
    for each row when ((old.start_utc, old.end_utc, old.published_at, old.status, old.hide_from_listings) is distinct from
      (new.start_utc, new.end_utc, new.published_at, new.status, new.hide_from_listings)) execute function tell_links()`,

  // Terms count published events; what is scheduled is taken off when read.
  `create table scheduled_terms (
    term_id bigint not null, published_at bigint not null, event_id bigint not null,
    primary key (term_id, published_at, event_id))`,
  `create index scheduled_terms_event on scheduled_terms (event_id)`,
  `insert into scheduled_terms (term_id, published_at, event_id)
    select et.term_id, e.published_at, e.id from events e join event_terms et on et.event_id = e.id where ${scheduled('e')}`,
  rowFunction(
    'schedule_term',
    `if tg_op = 'DELETE' then delete from scheduled_terms where event_id = old.event_id and term_id = old.term_id;
     else insert into scheduled_terms (term_id, published_at, event_id)
       select new.term_id, e.published_at, e.id from events e where e.id = new.event_id and ${scheduled('e')}
       on conflict do nothing;
     end if;`,
  ),
  `create trigger scheduled_terms_change after insert or delete on event_terms
    for each row execute function schedule_term()`,
  rowFunction('schedule_event', `delete from scheduled_terms where event_id = new.id; ${schedule}`),
  `create trigger scheduled_terms_event_insert after insert on events for each row
    when (${scheduled('new')}) execute function schedule_event()`,
  `create trigger scheduled_terms_event_update after update of status, published_at, modified_at on events for each row
    when ((${scheduled('new')}) or (${scheduled('old')})) execute function schedule_event()`,
];

/**
 * Migration 5: events written by one statement are counted together. Counted one by one, each of many events of a
 * transaction would leave a version of the same counters behind that all later ones step over.
 */
const countedTogether = (name: string, rows: string, by: 1 | -1): string =>
  rowFunction(
    name,
    `insert into event_counts (status, hidden, shift, bucket, n)
      select status, hide_from_listings, s.shift, start_utc >> s.shift, ${by} * count(*)
      from ${rows} cross join (values ${shifts.map((shift) => `(${shift})`).join(', ')}) as s (shift) group by 1, 2, 3, 4
      on conflict (status, hidden, shift, bucket) do update set n = event_counts.n + excluded.n;`,
  );

export const countersByStatement: readonly string[] = [
  `drop trigger event_counts_change on events`,
  countedTogether('count_added_events', 'added', 1),
  countedTogether('count_removed_events', 'removed', -1),
  `create trigger event_counts_insert after insert on events referencing new table as added
    for each statement execute function count_added_events()`,
  `create trigger event_counts_delete after delete on events referencing old table as removed
    for each statement execute function count_removed_events()`,
];
