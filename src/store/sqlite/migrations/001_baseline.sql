-- The SQLite schema, ordered by table, with indexes and triggers beside their table. Times are UTC seconds, flags 0 or 1.
-- Triggers maintain everything derived, so that no way of writing can bypass it.

create table meta (key text primary key, value text not null) strict, without rowid;


-- Accounts

create table users (
  id integer primary key autoincrement,
  login text not null unique collate nocase,
  email text unique collate nocase,
  name text not null,
  role text not null check (role in ('administrator','editor','author','contributor','subscriber')),
  created_at integer not null) strict;
create index users_by_login on users (lower(login));
create index users_by_email on users (lower(email)) where email is not null;

create table application_passwords (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  secret_hash text not null unique,
  created_at integer not null,
  last_used_at integer) strict;
create index application_passwords_user on application_passwords (user_id);

create table login_failures (
  account text not null, address text not null, failures integer not null, first_at integer not null,
  primary key (account, address)) strict, without rowid;

create table request_counts (
  caller text not null, minute integer not null, requests integer not null,
  primary key (caller, minute)) strict, without rowid;


-- Events

-- One id space for events, venues, organizers and images, so that global ids are unique and imports can keep theirs.
create table record_ids (id integer primary key autoincrement, kind text not null) strict;

create table events (
  id integer primary key,
  status text not null check (status in ('publish','draft','pending','private','trash')),
  trashed_from text,
  author_id integer not null,
  published_at integer not null,
  modified_at integer not null,
  language text not null,
  external_id text,
  start_wall text not null,
  end_wall text not null,
  timezone text not null,
  start_utc integer not null,
  end_utc integer not null,
  all_day integer not null,
  cost text not null,
  show_map integer not null,
  show_map_link integer not null,
  hide_from_listings integer not null,
  sticky integer not null,
  featured integer not null,
  password_hash text,
  post_parent integer not null default 0,
  image_id integer,
  tickets text not null default '[]') strict;
create index events_by_start on events (status, hide_from_listings, start_utc, published_at, id, end_utc, author_id, featured);
create index events_in_order on events (start_utc, published_at, id);
-- Finds the events that overlap a moment: those of each duration class start at most so long before it.
create index events_by_span on events (status, hide_from_listings,
  (case when end_utc - start_utc < 65536 then 0 when end_utc - start_utc < 2097152 then 1
    when end_utc - start_utc < 67108864 then 2 else 3 end), start_utc, end_utc);
create index events_by_publication on events (status, published_at, id, hide_from_listings, start_utc, end_utc);
create index events_by_modification on events
  (modified_at, id, status, hide_from_listings, start_utc, end_utc, published_at);
create index events_featured on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where featured = 1;
create index events_with_tickets on events (status, hide_from_listings, start_utc, published_at, id, end_utc) where tickets <> '[]';
create index events_by_author on events (author_id, status);
create index events_by_parent on events (post_parent) where post_parent > 0;
create index events_by_image on events (image_id) where image_id is not null;
create index events_protected on events (id) where password_hash is not null;
create unique index events_external on events (external_id) where external_id is not null;

-- How many events start in each bucket of 2^shift seconds.
create table event_counts (
  status text not null, hidden integer not null, shift integer not null, bucket integer not null, n integer not null,
  primary key (status, hidden, shift, bucket)) strict, without rowid;
create trigger event_counts_insert after insert on events begin
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 16, new.start_utc >> 16, 1) on conflict do update set n = n + 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 21, new.start_utc >> 21, 1) on conflict do update set n = n + 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 26, new.start_utc >> 26, 1) on conflict do update set n = n + 1;
end;
create trigger event_counts_delete after delete on events begin
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 16, old.start_utc >> 16, -1) on conflict do update set n = n - 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 21, old.start_utc >> 21, -1) on conflict do update set n = n - 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 26, old.start_utc >> 26, -1) on conflict do update set n = n - 1;
end;
create trigger event_counts_update after update of status, hide_from_listings, start_utc on events
  when old.status <> new.status or old.hide_from_listings <> new.hide_from_listings or old.start_utc <> new.start_utc begin
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 16, old.start_utc >> 16, -1) on conflict do update set n = n - 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 21, old.start_utc >> 21, -1) on conflict do update set n = n - 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (old.status, old.hide_from_listings, 26, old.start_utc >> 26, -1) on conflict do update set n = n - 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 16, new.start_utc >> 16, 1) on conflict do update set n = n + 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 21, new.start_utc >> 21, 1) on conflict do update set n = n + 1;
  insert into event_counts (status, hidden, shift, bucket, n)
    values (new.status, new.hide_from_listings, 26, new.start_utc >> 26, 1) on conflict do update set n = n + 1;
end;

-- Links and terms of events repeat dates and visibility of their event, so that one index finds and counts those of a
-- window. Rows that are inserted with the right values are not written twice.
create table event_links (
  event_id integer not null, kind text not null, position integer not null, record_id integer not null,
  start_utc integer not null default 0, end_utc integer not null default 0, published_at integer not null default 0,
  listed integer not null default 0,
  primary key (event_id, kind, position)) strict, without rowid;
create index event_links_record on event_links (record_id, start_utc, event_id, listed, end_utc, published_at);
create trigger event_links_insert after insert on event_links begin
  update event_links set start_utc = e.start_utc, end_utc = e.end_utc, published_at = e.published_at,
    listed = (e.status = 'publish' and e.hide_from_listings = 0)
    from events e where e.id = new.event_id and event_links.event_id = new.event_id
      and event_links.kind = new.kind and event_links.position = new.position
      and (event_links.start_utc, event_links.end_utc, event_links.published_at, event_links.listed)
        is not (e.start_utc, e.end_utc, e.published_at, e.status = 'publish' and e.hide_from_listings = 0);
end;

create table event_terms (
  event_id integer not null, term_id integer not null, start_utc integer not null default 0,
  end_utc integer not null default 0, published_at integer not null default 0, listed integer not null default 0,
  primary key (event_id, term_id)) strict, without rowid;
create index event_terms_window on event_terms (term_id, start_utc, event_id, listed, end_utc, published_at);
-- The plus signs keep the planner from scanning all events of the term.
create trigger event_terms_insert after insert on event_terms begin
  update event_terms set start_utc = e.start_utc, end_utc = e.end_utc, published_at = e.published_at,
    listed = (e.status = 'publish' and e.hide_from_listings = 0)
    from events e where e.id = new.event_id and event_terms.event_id = new.event_id
      and +event_terms.term_id = new.term_id
      and (event_terms.start_utc, event_terms.end_utc, event_terms.published_at, event_terms.listed)
        is not (e.start_utc, e.end_utc, e.published_at, e.status = 'publish' and e.hide_from_listings = 0);
  insert or ignore into scheduled_terms (term_id, published_at, event_id)
    select new.term_id, e.published_at, e.id from events e where e.id = new.event_id
      and e.status = 'publish' and e.published_at > min(e.modified_at, unixepoch());
end;
create trigger event_terms_delete after delete on event_terms begin
  delete from scheduled_terms where event_id = old.event_id and +term_id = old.term_id;
end;

-- Terms count published events; scheduled ones are subtracted when read. A row per term of each event that was published
-- for later as of its last change.
create table scheduled_terms (
  term_id integer not null, published_at integer not null, event_id integer not null,
  primary key (term_id, published_at, event_id)) strict, without rowid;
create index scheduled_terms_event on scheduled_terms (event_id);
create trigger events_schedule_update after update of status, published_at, modified_at on events
  when (new.status = 'publish' and new.published_at > min(new.modified_at, unixepoch()))
    or (old.status = 'publish' and old.published_at > min(old.modified_at, unixepoch())) begin
  delete from scheduled_terms where event_id = old.id;
  insert or ignore into scheduled_terms (term_id, published_at, event_id)
    select et.term_id, new.published_at, new.id from event_terms et where et.event_id = new.id
      and new.status = 'publish' and new.published_at > min(new.modified_at, unixepoch());
end;

create trigger events_known_insert after insert on events begin
  update event_links set start_utc = new.start_utc, end_utc = new.end_utc, published_at = new.published_at,
    listed = (new.status = 'publish' and new.hide_from_listings = 0) where event_id = new.id;
  update event_terms set start_utc = new.start_utc, end_utc = new.end_utc, published_at = new.published_at,
    listed = (new.status = 'publish' and new.hide_from_listings = 0) where event_id = new.id;
  insert or ignore into scheduled_terms (term_id, published_at, event_id)
    select et.term_id, new.published_at, new.id from event_terms et where et.event_id = new.id
      and new.status = 'publish' and new.published_at > min(new.modified_at, unixepoch());
end;
create trigger events_known_update after update of start_utc, end_utc, published_at, status, hide_from_listings on events
  when old.start_utc <> new.start_utc or old.end_utc <> new.end_utc or old.published_at <> new.published_at
    or old.status <> new.status or old.hide_from_listings <> new.hide_from_listings begin
  update event_links set start_utc = new.start_utc, end_utc = new.end_utc, published_at = new.published_at,
    listed = (new.status = 'publish' and new.hide_from_listings = 0) where event_id = new.id;
  update event_terms set start_utc = new.start_utc, end_utc = new.end_utc, published_at = new.published_at,
    listed = (new.status = 'publish' and new.hide_from_listings = 0) where event_id = new.id;
end;


-- Venues and organizers

create table linked_records (
  id integer primary key,
  status text not null check (status in ('publish','draft','pending','private','trash')),
  trashed_from text,
  author_id integer not null,
  published_at integer not null,
  modified_at integer not null,
  language text not null,
  external_id text,
  kind text not null,
  phone text not null, email text not null, address text not null, city text not null, country text not null,
  province text not null, state text not null, zip text not null, stateprovince text not null,
  show_map integer not null,
  show_map_link integer not null,
  image_id integer,
  geo_lat real,
  geo_lng real) strict;
create index linked_records_by_date on linked_records (kind, status, published_at, id);
-- For callers who see other statuses than `publish`.
create index linked_records_in_order on linked_records (kind, published_at, id, status, author_id);
create index linked_records_by_modification on linked_records (kind, modified_at, id);
create index linked_records_by_place on linked_records (geo_lat, geo_lng) where geo_lat is not null;
create index linked_records_unplaced on linked_records (kind, id) where geo_lat is null;
create index linked_records_by_author on linked_records (author_id, kind);
create index linked_records_by_image on linked_records (image_id) where image_id is not null;
create unique index linked_records_external on linked_records (kind, external_id) where external_id is not null;

create table geocoding_attempts (
  venue_id integer primary key references linked_records (id) on delete cascade,
  place text not null,
  asked_at integer not null,
  failures integer not null,
  retry_at integer) strict;


-- Texts of events, venues, organizers and images, one row per language

create table record_texts (
  rowid integer primary key,
  record_id integer not null,
  kind text not null,
  language text not null,
  is_original integer not null,
  title text not null,
  description text not null,
  excerpt text not null,
  website text not null,
  slug text,
  title_folded text not null,
  body_folded text not null) strict;
create unique index record_texts_record on record_texts (record_id, language);
create unique index record_texts_slug on record_texts (kind, slug) where slug is not null;
create index record_texts_title on record_texts (kind, title_folded, record_id, language, is_original);

-- What a search needs of the texts it finds, in rows so small that thousands are read at once. `indexed`: the row is in
-- the search indexes as it is now.
create table text_keys (
  rowid integer primary key, record_id integer not null, kind text not null, language text not null,
  is_original integer not null, indexed integer not null default 1) strict;
-- Texts to be indexed, many at once: each commit that writes to an index adds a segment to merge. Holds the text that the
-- index still has, null for none.
create table unindexed_texts (rowid integer primary key, title_folded text, body_folded text) strict;
create trigger text_keys_insert after insert on record_texts begin
  insert into text_keys (rowid, record_id, kind, language, is_original, indexed)
    values (new.rowid, new.record_id, new.kind, new.language, new.is_original, 0);
  insert or ignore into unindexed_texts (rowid, title_folded, body_folded) values (new.rowid, null, null);
end;
create trigger text_keys_update after update of language, is_original on record_texts begin
  update text_keys set language = new.language, is_original = new.is_original where rowid = new.rowid;
end;
create trigger text_keys_delete after delete on record_texts begin
  delete from text_keys where rowid = old.rowid;
end;
create trigger unindexed_texts_update after update of title_folded, body_folded on record_texts
  when old.title_folded <> new.title_folded or old.body_folded <> new.body_folded begin
  update text_keys set indexed = 0 where rowid = new.rowid;
  insert or ignore into unindexed_texts (rowid, title_folded, body_folded)
    values (old.rowid, old.title_folded, old.body_folded);
end;
create trigger unindexed_texts_delete after delete on record_texts begin
  insert or ignore into unindexed_texts (rowid, title_folded, body_folded)
    values (old.rowid, old.title_folded, old.body_folded);
end;

-- Trigram indexes, for three letters and more; `other_search` has the texts of all records but events. Merging segments
-- half as often (`automerge`) halves its cost and slows no search.
create virtual table record_search using fts5 (
  title_folded, body_folded, content='record_texts', content_rowid='rowid', tokenize='trigram case_sensitive 1');
insert into record_search (record_search, rank) values ('automerge', 8);
create virtual table other_search using fts5 (
  title_folded, body_folded, content='record_texts', content_rowid='rowid', tokenize='trigram case_sensitive 1');
insert into other_search (other_search, rank) values ('automerge', 8);
create trigger other_search_insert after insert on record_texts when new.kind <> 'event' begin
  insert into other_search (rowid, title_folded, body_folded) values (new.rowid, new.title_folded, new.body_folded);
end;
create trigger other_search_update after update of title_folded, body_folded on record_texts
  when old.kind <> 'event' and (old.title_folded <> new.title_folded or old.body_folded <> new.body_folded) begin
  insert into other_search (other_search, rowid, title_folded, body_folded)
    values ('delete', old.rowid, old.title_folded, old.body_folded);
  insert into other_search (rowid, title_folded, body_folded) values (new.rowid, new.title_folded, new.body_folded);
end;
create trigger other_search_delete after delete on record_texts when old.kind <> 'event' begin
  insert into other_search (other_search, rowid, title_folded, body_folded)
    values ('delete', old.rowid, old.title_folded, old.body_folded);
end;

-- Letters and pairs of letters, for shorter terms. The program fills these: each token is one or two code points of any
-- kind, separated by blanks.
create virtual table event_pairs using fts5 (
  pairs, content='', contentless_delete=1, detail=none,
  tokenize='ascii tokenchars ''!"#$%&''''()*+,-./:;<=>?@[\]^_`{|}~''');
insert into event_pairs (event_pairs, rank) values ('automerge', 8);
create virtual table other_pairs using fts5 (
  pairs, content='', contentless_delete=1, detail=none,
  tokenize='ascii tokenchars ''!"#$%&''''()*+,-./:;<=>?@[\]^_`{|}~''');
insert into other_pairs (other_pairs, rank) values ('automerge', 8);


-- Categories and tags

create table terms (
  id integer primary key autoincrement,
  taxonomy text not null,
  parent_id integer not null,
  event_count integer not null,
  language text not null,
  modified_at integer not null,
  external_id text) strict;
create index terms_parent on terms (taxonomy, parent_id);
create unique index terms_external on terms (taxonomy, external_id) where external_id is not null;

create table term_texts (
  term_id integer not null,
  taxonomy text not null,
  language text not null,
  is_original integer not null,
  name text not null,
  description text not null,
  slug text,
  name_folded text not null,
  primary key (term_id, language)) strict, without rowid;
create unique index term_texts_slug on term_texts (taxonomy, slug) where slug is not null;
create index term_texts_name on term_texts (taxonomy, name_folded);


-- Images

create table media (
  id integer primary key,
  author_id integer not null,
  published_at integer not null,
  modified_at integer not null,
  language text not null,
  storage_key text not null unique,
  filename text not null,
  checksum text not null,
  source_url text,
  extension text not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes text not null) strict;
create index media_by_date on media (published_at, id);
create index media_by_source on media (source_url) where source_url is not null;
create index media_by_content on media (checksum, author_id);


-- The change feed: who could read a record after each of its changes; the feed compares two of these moments.

create table changes (
  seq integer primary key autoincrement,
  kind text not null,
  record_id integer not null,
  at integer not null,
  status text,
  author_id integer not null,
  former_author_id integer,
  published_at integer not null,
  open_at integer,
  external_id text) strict;
create index changes_record on changes (kind, record_id, seq);
create index changes_open on changes (seq) where open_at is not null;
create index changes_scheduled on changes (published_at, seq) where status = 'publish' and published_at > at;

create table idempotency_keys (
  account text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  headers text,
  body blob,
  created_at integer not null,
  primary key (account, key)) strict, without rowid;
create index idempotency_keys_age on idempotency_keys (created_at);


-- The invalidation log: ids of records whose cached forms are outdated; terms, which have ids of their own, as negative
-- numbers. Only the newest rows stay. New events, venues, organizers and terms are in no cache yet; the counts of terms
-- are not cached.

create table touched (seq integer primary key, record integer not null) strict;
create trigger touched_insert after insert on touched when new.seq % 1024 = 0 begin
  delete from touched where seq <= new.seq - 8192;
end;
create trigger touched_events_update after update on events begin
  insert into touched (record) values (old.id);
end;
create trigger touched_events_delete after delete on events begin
  insert into touched (record) values (old.id);
end;
create trigger touched_linked_records_update after update on linked_records begin
  insert into touched (record) values (old.id);
end;
create trigger touched_linked_records_delete after delete on linked_records begin
  insert into touched (record) values (old.id);
end;
create trigger touched_media_insert after insert on media begin
  insert into touched (record) values (new.id);
end;
create trigger touched_media_update after update on media begin
  insert into touched (record) values (old.id);
end;
create trigger touched_media_delete after delete on media begin
  insert into touched (record) values (old.id);
end;
create trigger touched_terms_update after update of external_id, parent_id, taxonomy, modified_at, language on terms begin
  insert into touched (record) values (-old.id);
end;
create trigger touched_terms_delete after delete on terms begin
  insert into touched (record) values (-old.id);
end;
create trigger touched_record_texts_insert after insert on record_texts begin
  insert into touched (record) values (new.record_id);
end;
create trigger touched_record_texts_update after update on record_texts begin
  insert into touched (record) values (old.record_id);
  insert into touched (record) values (new.record_id);
end;
create trigger touched_record_texts_delete after delete on record_texts begin
  insert into touched (record) values (old.record_id);
end;
create trigger touched_term_texts_insert after insert on term_texts begin
  insert into touched (record) values (-new.term_id);
end;
create trigger touched_term_texts_update after update on term_texts begin
  insert into touched (record) values (-old.term_id);
  insert into touched (record) values (-new.term_id);
end;
create trigger touched_term_texts_delete after delete on term_texts begin
  insert into touched (record) values (-old.term_id);
end;
create trigger touched_event_links_insert after insert on event_links begin
  insert into touched (record) values (new.event_id);
end;
create trigger touched_event_links_update after update of event_id, kind, position, record_id on event_links begin
  insert into touched (record) values (old.event_id);
  insert into touched (record) values (new.event_id);
end;
create trigger touched_event_links_delete after delete on event_links begin
  insert into touched (record) values (old.event_id);
end;
create trigger touched_event_terms_insert after insert on event_terms begin
  insert into touched (record) values (new.event_id);
end;
create trigger touched_event_terms_update after update of event_id, term_id on event_terms begin
  insert into touched (record) values (old.event_id);
  insert into touched (record) values (new.event_id);
end;
create trigger touched_event_terms_delete after delete on event_terms begin
  insert into touched (record) values (old.event_id);
end;
