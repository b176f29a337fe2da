// Numbered migrations of the SQLite engine. A published one never changes; a new one is appended.
import type { Migration } from '../migrate.ts';
import { counters } from './ddl-counters.ts';
import { lighter } from './ddl-lighter.ts';
import { modified } from './ddl-modified.ts';
import { orders } from './ddl-orders.ts';
import { pairs } from './ddl-pairs.ts';
import { search } from './ddl-search.ts';
import { touched } from './ddl-touched.ts';
import { unindexed } from './ddl-unindexed.ts';
import { writes } from './ddl-writes.ts';

const publication = `
  id integer primary key,
  status text not null check (status in ('publish','draft','pending','private','trash')),
  trashed_from text,
  author_id integer not null,
  published_at integer not null,
  modified_at integer not null,
  language text not null,
  external_id text`;

export const sqliteMigrations: readonly Migration[] = [
  {
    id: 1,
    name: 'calendar',
    statements: [
      `create table meta (key text primary key, value text not null) strict, without rowid`,
      `create table users (
        id integer primary key autoincrement,
        login text not null unique collate nocase,
        email text unique collate nocase,
        name text not null,
        role text not null check (role in ('administrator','editor','author','contributor','subscriber')),
        created_at integer not null) strict`,
      `create table application_passwords (
        id integer primary key autoincrement,
        user_id integer not null references users (id) on delete cascade,
        name text not null,
        secret_hash text not null unique,
        created_at integer not null,
        last_used_at integer) strict`,
      `create index application_passwords_user on application_passwords (user_id)`,
      `create table login_failures (
        account text not null, address text not null, failures integer not null, first_at integer not null,
        primary key (account, address)) strict, without rowid`,

      // One id space for all records, so that global ids are unique and imports can keep theirs.
      `create table record_ids (id integer primary key autoincrement, kind text not null) strict`,
      `create table events (${publication},
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
        tickets text not null default '[]') strict`,
      `create index events_by_start on events (status, hide_from_listings, start_utc, published_at, id, end_utc, author_id, featured)`,
      `create index events_in_order on events (start_utc, published_at, id)`,
      `create index events_by_end on events (status, hide_from_listings, end_utc)`,
      `create index events_by_publication on events (status, published_at)`,
      `create index events_by_author on events (author_id, status)`,
      `create index events_by_modification on events (modified_at, id)`,
      `create index events_by_parent on events (post_parent) where post_parent > 0`,
      `create index events_by_image on events (image_id) where image_id is not null`,
      `create index events_with_tickets on events (id) where tickets <> '[]'`,
      `create index events_protected on events (id) where password_hash is not null`,
      `create unique index events_external on events (external_id) where external_id is not null`,

      `create table linked_records (${publication},
        kind text not null,
        phone text not null, email text not null, address text not null, city text not null, country text not null,
        province text not null, state text not null, zip text not null, stateprovince text not null,
        show_map integer not null,
        show_map_link integer not null,
        image_id integer,
        geo_lat real,
        geo_lng real) strict`,
      `create index linked_records_by_place on linked_records (geo_lat, geo_lng) where geo_lat is not null`,
      `create index linked_records_by_image on linked_records (image_id) where image_id is not null`,
      `create index linked_records_by_date on linked_records (kind, status, published_at, id)`,
      `create index linked_records_by_author on linked_records (author_id, kind)`,
      `create index linked_records_by_modification on linked_records (kind, modified_at, id)`,
      `create unique index linked_records_external on linked_records (kind, external_id) where external_id is not null`,
      `create index linked_records_unplaced on linked_records (kind, id) where geo_lat is null`,
      `create table geocoding_attempts (
        venue_id integer primary key references linked_records (id) on delete cascade,
        place text not null,
        asked_at integer not null,
        failures integer not null,
        retry_at integer) strict`,

      `create table record_texts (
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
        body_folded text not null) strict`,
      `create unique index record_texts_record on record_texts (record_id, language)`,
      `create unique index record_texts_slug on record_texts (kind, slug) where slug is not null`,
      `create index record_texts_title on record_texts (kind, title)`,
      `create virtual table record_search using fts5 (
        title_folded, body_folded, content='record_texts', content_rowid='rowid',
        tokenize='trigram case_sensitive 1')`,
      `create trigger record_texts_insert after insert on record_texts begin
        insert into record_search (rowid, title_folded, body_folded) values (new.rowid, new.title_folded, new.body_folded);
      end`,
      `create trigger record_texts_delete after delete on record_texts begin
        insert into record_search (record_search, rowid, title_folded, body_folded)
          values ('delete', old.rowid, old.title_folded, old.body_folded);
      end`,
      `create trigger record_texts_update after update of title_folded, body_folded on record_texts
        when old.title_folded <> new.title_folded or old.body_folded <> new.body_folded begin
        insert into record_search (record_search, rowid, title_folded, body_folded)
          values ('delete', old.rowid, old.title_folded, old.body_folded);
        insert into record_search (rowid, title_folded, body_folded) values (new.rowid, new.title_folded, new.body_folded);
      end`,

      `create table event_links (
        event_id integer not null, kind text not null, position integer not null, record_id integer not null,
        start_utc integer not null default 0,
        primary key (event_id, kind, position)) strict, without rowid`,
      // A link knows when its event starts, so that a venue's events of a window are found without all its others.
      `create index event_links_record on event_links (record_id, start_utc, event_id)`,
      `create trigger event_links_insert after insert on event_links begin
        update event_links set start_utc = coalesce((select start_utc from events where id = new.event_id), 0)
          where event_id = new.event_id and kind = new.kind and position = new.position;
      end`,
      `create trigger events_start_insert after insert on events begin
        update event_links set start_utc = new.start_utc where event_id = new.id;
      end`,
      `create trigger events_start_update after update of start_utc on events when old.start_utc <> new.start_utc begin
        update event_links set start_utc = new.start_utc where event_id = new.id;
      end`,

      `create table terms (
        id integer primary key autoincrement,
        taxonomy text not null,
        parent_id integer not null,
        event_count integer not null,
        language text not null,
        modified_at integer not null,
        external_id text) strict`,
      `create index terms_parent on terms (taxonomy, parent_id)`,
      `create unique index terms_external on terms (taxonomy, external_id) where external_id is not null`,
      `create table term_texts (
        term_id integer not null,
        taxonomy text not null,
        language text not null,
        is_original integer not null,
        name text not null,
        description text not null,
        slug text,
        name_folded text not null,
        primary key (term_id, language)) strict, without rowid`,
      `create unique index term_texts_slug on term_texts (taxonomy, slug) where slug is not null`,
      `create index term_texts_name on term_texts (taxonomy, name_folded)`,
      `create table event_terms (
        event_id integer not null, term_id integer not null,
        primary key (event_id, term_id)) strict, without rowid`,
      `create index event_terms_term on event_terms (term_id, event_id)`,

      `create table media (
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
        sizes text not null) strict`,
      `create index media_by_date on media (published_at, id)`,
      `create index media_by_source on media (source_url) where source_url is not null`,
      `create index media_by_content on media (checksum, author_id)`,

      // What a record was to whom after each change: the feed of changes compares two moments of it.
      `create table changes (
        seq integer primary key autoincrement,
        kind text not null,
        record_id integer not null,
        at integer not null,
        status text,
        author_id integer not null,
        former_author_id integer,
        published_at integer not null,
        open_at integer,
        external_id text) strict`,
      `create index changes_record on changes (kind, record_id, seq)`,
      `create index changes_open on changes (seq) where open_at is not null`,
      `create index changes_scheduled on changes (published_at, seq) where status = 'publish' and published_at > at`,

      `create table idempotency_keys (
        account text not null,
        key text not null,
        fingerprint text not null,
        status integer,
        headers text,
        body blob,
        created_at integer not null,
        primary key (account, key)) strict, without rowid`,
      `create index idempotency_keys_age on idempotency_keys (created_at)`,
    ],
  },
  {
    id: 2,
    name: 'accounts in any case',
    statements: [
      `create index users_by_login on users (lower(login))`,
      `create index users_by_email on users (lower(email)) where email is not null`,
    ],
  },
  { id: 3, name: 'counters and windows', statements: counters },
  { id: 4, name: 'search by kind', statements: search },
  { id: 5, name: 'log of touched rows', statements: touched },
  { id: 6, name: 'fewer pages for a write', statements: writes },
  { id: 7, name: 'lighter writes', statements: [...unindexed, ...lighter] },
  { id: 8, name: 'orders of lists', statements: orders },
  { id: 9, name: 'events by modification', statements: modified },
  {
    id: 10,
    name: 'requests by caller',
    statements: [
      `create table request_counts (
        caller text not null, minute integer not null, requests integer not null,
        primary key (caller, minute)) strict, without rowid`,
    ],
  },
  { id: 11, name: 'search for one and two letters', statements: pairs },
];
